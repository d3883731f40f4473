import type { RecordsSearch } from '@/desk/lib/records-search';

/** Counts the filters of an address; the opened record is not one. */
export function countFilters(search: RecordsSearch): number {
  const names = Object.keys(search).filter((name) => name !== 'open');
  // The first and the last day are one filter.
  return names.length - (search.from !== undefined && search.to !== undefined ? 1 : 0);
}

/** Returns the address with changed parts; undefined removes a part. */
export function withChanges(
  search: RecordsSearch,
  changes: { [K in keyof RecordsSearch]?: string | undefined },
): RecordsSearch {
  const all = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all);
}
