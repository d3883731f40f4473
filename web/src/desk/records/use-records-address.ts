import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '@/desk/lib/paths';
import { recordsSearch, type RecordsSearch } from '@/desk/lib/records-search';
import { withChanges } from './filters';

/**
 * The filters and the opened record of a list, as the address has them. Changing a filter adds no entry to
 * the history.
 */
export function useRecordsAddress(list: 'messages' | 'audit') {
  const navigate = useNavigate();
  const search = recordsSearch(useSearch({ from: `/${list}` }));
  const { open, ...narrowed } = search;
  const go = (to: RecordsSearch, replace: boolean) => void navigate({ ...paths[list](to), replace });
  return {
    search,
    /** The opened record; undefined if none is. */
    open,
    /** The props of the fields of the filters. */
    filters: {
      search,
      onSearch: (changes: Parameters<typeof withChanges>[1]) => go(withChanges(search, changes), true),
    },
    clear: () => go(open === undefined ? {} : { open }, true),
    close: () => go(narrowed, false),
  };
}
