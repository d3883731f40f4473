import { createQueryClient } from '@/api/create-query-client';
import { keepPersonalStoresOf } from '@/desk/lib/personal-store';
import { forgetSession } from './keep';
import { meQuery, type Me } from './me';
import { watchSignedOut } from './signed-out';

/** The desk's cache of server data. */
export const queryClient = createQueryClient();

// What one person saw must not be shown to the next one.
watchSignedOut(() => {
  // The people of the lock screen stay: it may be loading them when the server refuses the session once more.
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'lock' });
  queryClient.getMutationCache().clear();
  forgetSession();
});

// Nor what they have begun. A session can end by itself, so only the next sign-in shows whether another person came.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryKey[0] !== meQuery.queryKey[0]) return;
  const me = query.state.data as Me | undefined;
  if (me !== undefined) keepPersonalStoresOf(me.staff.id);
});
