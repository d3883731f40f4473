import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { readMeOrKept } from './keep';
import { call } from './client';
import type { components } from './schema';

/** The person who is signed in, and what they may do. */
export type Me = components['schemas']['Me'];

/** All venues of the person: first `venues`, some of which may be retired, then the other retired ones. */
export function allVenuesOf({ venues, past_venues }: Pick<Me, 'venues' | 'past_venues'>) {
  return [...venues, ...past_venues];
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ client, queryKey, signal }) =>
    readMeOrKept(
      client.getQueryData<Me>(queryKey),
      () => call('get', '/api/desk/me', { signal }),
      (me) => client.setQueryData<Me>(queryKey, me),
    ),
  networkMode: 'offlineFirst',
  staleTime: 5 * 60_000,
});

/** The person who is signed in; undefined until they were read. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}

/** Returns a function that says whether the person who works here now is the one who began something. */
export function useIsSamePerson(): () => boolean {
  const queryClient = useQueryClient();
  const staff = useMe()?.staff.id;
  return () => queryClient.getQueryData(meQuery.queryKey)?.staff.id === staff;
}

/** The venues of a person that are not retired. */
export function activeVenues({ venues }: Pick<Me, 'venues'>): Me['venues'] {
  return venues.filter((venue) => !venue.is_retired);
}

/** Whether a person may do something by themselves or with a colleague's approval. */
export function mayWithApproval(me: Me | undefined, permission: string): boolean {
  return me?.permissions[permission] !== undefined;
}

/** Whether a person may do something by themselves. */
export function may(me: Me | undefined, permission: string): boolean {
  return me?.permissions[permission] === 'yes';
}
