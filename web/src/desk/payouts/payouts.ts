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

/** A line of the payouts that were opened. */
export function lineOfPayouts(queryClient: QueryClient, line: string | undefined): PayoutLine | undefined {
  const opened = queryClient.getQueriesData<InfiniteData<{ lines: PayoutLine[] }>>({ queryKey: ['payouts', 'one'] });
  return opened
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ lines }) => lines)
    .find(({ id }) => id === line);
}

/** What a line is to the reader: its state, or that it was explained. */
export function stateOf(line: PayoutLine): PayoutLine['state'] | 'explained' {
  return line.state !== 'matched' && !line.is_open ? 'explained' : line.state;
}

/** What belongs to a payout, by its number, which no line has. */
export function isPayout(id: string): boolean {
  return id.startsWith('setl_');
}
