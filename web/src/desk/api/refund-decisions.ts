import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

type QueueState = components['schemas']['QueueState'];

/** Whether a refund in this state waits for a decision of a person at the desk. */
export function needsDecision(state: QueueState): boolean {
  return state === 'sent_twice' || state === 'failed';
}

/** How many refunds wait for a decision of a person at the desk. */
export const refundDecisionsQuery = queryOptions({
  queryKey: ['refunds', 'decisions'],
  queryFn: async ({ signal }) => {
    const { open } = await call('get', '/api/desk/refunds', { query: { limit: '1' }, signal });
    return open.reduce((sum, { state, refunds }) => sum + (needsDecision(state) ? refunds : 0), 0);
  },
  staleTime: 60_000,
});
