import type { RecordsSearch } from '@/desk/lib/records-search';

/** How many filters an address has; what is opened is none. */
export function countFilters(search: RecordsSearch): number {
  const names = Object.keys(search).filter((name) => name !== 'open');
  // Two days are one filter.
  return names.length - (search.from !== undefined && search.to !== undefined ? 1 : 0);
}

/** An address with other parts; undefined takes a part away. */
export function withChanges(
  search: RecordsSearch,
  changes: { [K in keyof RecordsSearch]?: string | undefined },
): RecordsSearch {
  const all = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all);
}
