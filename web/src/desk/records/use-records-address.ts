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
  // Each change starts from the newest address, which may not be rendered yet, so that each of several quick choices counts.
  const change = (to: (newest: RecordsSearch) => RecordsSearch, replace: boolean) =>
    void navigate({
      ...paths[list]({}),
      search: (before: Readonly<Record<string, unknown>>) => to(recordsSearch(before)),
      replace,
    });
  return {
    search,
    /** The opened record; undefined if none is. */
    open: search.open,
    /** The props of the fields of the filters. */
    filters: {
      search,
      onSearch: (changes: Parameters<typeof withChanges>[1]) => change((newest) => withChanges(newest, changes), true),
    },
    clear: () => change(({ open }) => (open === undefined ? {} : { open }), true),
    close: () => change((newest) => withChanges(newest, { open: undefined }), false),
  };
}
