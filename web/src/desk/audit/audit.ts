import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';
import type { RecordsSearch } from '@/desk/lib/records-search';

/** An entry of the audit: one thing that a member of staff did, or the server itself. */
export type Entry = components['schemas']['AuditItem'];
/** The names of the ids in the entries. */
export type Names = components['schemas']['AuditNames'];

/** The entries for the filters of an address, page by page, the newest first. */
export function auditQuery({ venue, person, player, order, money, from, to }: RecordsSearch) {
  const query = Object.fromEntries(
    Object.entries({ venue, person, player, order, money, from, to }).filter(([, value]) => value !== undefined),
  );
  return infiniteQueryOptions({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) =>
      call('get', '/api/desk/audit', {
        query: { ...query, ...(pageParam !== null && { after: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** The digest of a UTC day of the audit with its check, and whether the entries of that day still match the digest. */
export const auditDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['audit-day', day],
    queryFn: ({ signal }) => call('get', '/api/desk/audit/days/{day}', { params: { day }, signal }),
    staleTime: 60_000,
  });
