import { infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf, call, type Answer } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';

/** A page of the queue of refunds. */
export type RefundsPage = Answer<'get', '/api/desk/refunds'>;
/** A refund of the queue. */
export type QueuedRefund = components['schemas']['QueuedRefund'];
export type QueueState = components['schemas']['QueueState'];
export type SettleWay = components['schemas']['SettleWay'];
export type SettleRequest = components['schemas']['SettleRequest'];

/** The most refunds that the server makes due in one call: those approved first. */
export const MOST_SENT = 200;

/** The states in the order of the queue. */
export const STATES: readonly QueueState[] = ['sent_twice', 'failed', 'waiting', 'on_its_way', 'done'];

/**
 * How long the queue waits for each loaded page before it is read again, in milliseconds: the server sends refunds by
 * itself, without an event.
 */
const REFETCH_MILLISECONDS = 10_000;

/** The refunds through the payment provider at the person's venues, those that need a decision first. */
export const refundsQuery = infiniteQueryOptions({
  queryKey: ['refunds', 'queue'],
  queryFn: ({ pageParam, signal }) =>
    call('get', '/api/desk/refunds', { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: RefundsPage) => page.next,
  staleTime: 2_000,
  refetchInterval: ({ state: { data } }) => REFETCH_MILLISECONDS * (data?.pages.length ?? 1),
});

/** Whether a refund waits for a later moment than `now`, in milliseconds. */
export function waitsForLater({ state, next_step_at }: QueuedRefund, now: number): boolean {
  return state === 'waiting' && next_step_at !== null && Date.parse(next_step_at) > now;
}

/** The address of the voucher of a refund that was settled another way, a PDF. */
export function voucherAddress(refund: string): string {
  return addressOf('/api/desk/refunds/{refund}/voucher', { refund });
}
