import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { unwrapReply } from '@/api/unwrap-reply';
import { updateSessionUser } from '@/lib/session';

/** GET /user/getcustomerinfo: the player's stored data. Also updates the session, and with it the header. */
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
