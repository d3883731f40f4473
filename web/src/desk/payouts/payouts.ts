import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { call, type Answer } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';

/** A page of the payouts, with the lines that need an explanation. */
export type PayoutsPage = Answer<'get', '/api/desk/payouts'>;
export type Payout = components['schemas']['Payout'];
export type PayoutLine = components['schemas']['PayoutLine'];

const LIST = ['payouts', 'list'];

/** All payouts, the latest first. They change once each night, and by an import. */
export const payoutsQuery = infiniteQueryOptions({
  queryKey: LIST,
  queryFn: ({ pageParam, signal }) =>
    call('get', '/api/desk/payouts', { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: PayoutsPage) => page.next,
  staleTime: 60_000,
});

/** One payout with its lines. */
export function payoutQuery(payout: string) {
  return infiniteQueryOptions({
    queryKey: ['payouts', 'one', payout],
    queryFn: ({ pageParam, signal }) =>
      call('get', '/api/desk/payouts/{payout}', {
        params: { payout },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Answer<'get', '/api/desk/payouts/{payout}'>) => page.next,
    staleTime: 60_000,
  });
}

/** A line of the payouts that were loaded; undefined if none of them has it. */
export function lineOfPayouts(queryClient: QueryClient, line: string | undefined): PayoutLine | undefined {
  const opened = queryClient.getQueriesData<InfiniteData<{ lines: PayoutLine[] }>>({ queryKey: ['payouts', 'one'] });
  return opened
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ lines }) => lines)
    .find(({ id }) => id === line);
}

/** The state that is shown of a line: `explained` once its difference has an explanation. */
export function stateOf(line: PayoutLine): PayoutLine['state'] | 'explained' {
  return line.state !== 'matched' && !line.is_open ? 'explained' : line.state;
}

/** Whether an id is that of a payout: only those begin with `setl_`. */
export function isPayout(id: string): boolean {
  return id.startsWith('setl_');
}
