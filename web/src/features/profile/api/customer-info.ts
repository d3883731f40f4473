import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { unwrapReply } from '@/api/unwrap-reply';
import { currentSession, updateSessionUser } from '@/lib/session';

/** GET /user/getcustomerinfo: the player's stored data. Also updates the session. */
export const customerInfoQuery = queryOptions({
  queryKey: ['customer'],
  queryFn: async ({ signal }) => {
    const reply = unwrapReply(await answer(api.GET('/api/user/getcustomerinfo', { signal })));
    const { error: _, message: __, code: ___, params: ____, ...user } = reply;
    updateSessionUser(user);
    return user;
  },
});

/** The player's own data. */
export type CustomerInfo = Awaited<ReturnType<NonNullable<(typeof customerInfoQuery)['queryFn']>>>;

/**
 * Shows what a reply says was saved, and fetches the profile again. The fetch is not awaited: without a network it may
 * never end. Does nothing if the session is no longer that of `token`, in which the call was sent: the next player on
 * this device must not see what was saved.
 */
export function showSaved(
  client: QueryClient,
  reply: components['schemas']['Outcome_ProfileAnswer'],
  token: string | null,
): void {
  if (currentSession().token !== token) return;
  if ('user_info' in reply) client.setQueryData(customerInfoQuery.queryKey, reply.user_info);
  void client.invalidateQueries(customerInfoQuery);
}
