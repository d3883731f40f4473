import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { granted } from '@/api/granted';
import { updateSessionUser } from '@/lib/session';

/** GET /user/getcustomerinfo: what is kept of the player. Header and session learn the news too. */
export const customerInfoQuery = queryOptions({
  queryKey: ['customer'],
  queryFn: async ({ signal }) => {
    const { error: _, message: __, ...user } = granted(await answer(api.GET('/api/user/getcustomerinfo', { signal })));
    updateSessionUser(user);
    return user;
  },
});

/** The player's own data. */
export type CustomerInfo = Awaited<ReturnType<NonNullable<(typeof customerInfoQuery)['queryFn']>>>;
