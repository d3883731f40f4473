import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '@/desk/lib/paths';
import { recordsSearch, type RecordsSearch } from '@/desk/lib/records-search';
import { withChanges } from './filters';

/** What the address of a list of what happened says, and its changes. Filters leave no step to go back to. */
export function useRecordsAddress(list: 'messages' | 'audit') {
  const navigate = useNavigate();
  const search = recordsSearch(useSearch({ from: `/${list}` }));
  const { open, ...narrowed } = search;
  const go = (to: RecordsSearch, replace: boolean) => void navigate({ ...paths[list](to), replace });
  return {
    search,
    /** The opened line; undefined: none. */
    open,
    /** For each field of the filters. */
    filters: {
      search,
      onSearch: (changes: Parameters<typeof withChanges>[1]) => go(withChanges(search, changes), true),
    },
    clear: () => go(open === undefined ? {} : { open }, true),
    close: () => go(narrowed, false),
  };
}
