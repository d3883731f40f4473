import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { call, type Answer } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';

/** A page of the payouts, with the lines that need an explanation. */
export type PayoutsPage = Answer<'get', '/api/desk/payouts'>;
type PayoutWithLines = Answer<'get', '/api/desk/payouts/{payout}'>;
export type Payout = components['schemas']['Payout'];
export type PayoutLine = components['schemas']['PayoutLine'];

const LIST = ['payouts', 'list'];

/** All payouts, the latest first. */
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
    getNextPageParam: (page: PayoutWithLines) => page.next,
    staleTime: 60_000,
  });
}

/**
 * The line that is opened: one of those that need an explanation, or one of a payout that was loaded. Undefined if none
 * of them has it.
 */
export function useLine(open: readonly PayoutLine[], id: string | undefined): PayoutLine | undefined {
  const queryClient = useQueryClient();
  const listed = open.find((line) => line.id === id);
  const payout = listed === undefined ? payoutOf(queryClient, id) : undefined;
  // An explained line leaves the list, and its payout is read again: the line is taken from there.
  const { data } = useInfiniteQuery({ ...payoutQuery(payout ?? ''), enabled: payout !== undefined });
  return listed ?? data?.pages.flatMap(({ lines }) => lines).find((line) => line.id === id);
}

/** The payout that was loaded with a line; undefined if none has it. */
function payoutOf(queryClient: QueryClient, line: string | undefined): string | undefined {
  const opened = queryClient.getQueriesData<InfiniteData<PayoutWithLines>>({ queryKey: ['payouts', 'one'] });
  const pages = opened.flatMap(([, data]) => data?.pages ?? []);
  return pages.find(({ lines }) => lines.some(({ id }) => id === line))?.payout.id;
}

/** The state that is shown of a line: `explained` once its difference has an explanation. */
export function stateOf(line: PayoutLine): PayoutLine['state'] | 'explained' {
  return line.state !== 'matched' && !line.is_open ? 'explained' : line.state;
}

/** How staff explained a line; null if they did not, or if the text was erased with the player. */
export function explanationOf({ explanation }: PayoutLine): string | null {
  return explanation === '' ? null : explanation;
}

/** The amount that is shown of a line, in paise: what it changes in the bank account, or should if it is missing. */
export function shownPaise(line: PayoutLine): number {
  return line.state === 'missing' ? (line.expected_paise ?? 0) : line.net_paise;
}

/** Whether an id is that of a payout: only those begin with `setl_`. */
export function isPayout(id: string): boolean {
  return id.startsWith('setl_');
}
