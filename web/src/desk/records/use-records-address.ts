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
  // Starts from the newest address, which may not be rendered yet, so that each of several quick choices counts.
  const change = (changes: Parameters<typeof withChanges>[1]) =>
    void navigate({
      ...paths[list]({}),
      search: (before: Readonly<Record<string, unknown>>) => withChanges(recordsSearch(before), changes),
      replace: true,
    });
  return {
    search,
    /** The opened record; undefined if none is. */
    open,
    /** The props of the fields of the filters. */
    filters: { search, onSearch: change },
    clear: () => go(open === undefined ? {} : { open }, true),
    close: () => go(narrowed, false),
  };
}
