import type { Query } from '@tanstack/react-query';
import { createQueryClient } from '@/api/create-query-client';
import { dismissPersonalToasts } from '@/lib/toast';
import { keepPersonalStoresOf } from '@/desk/lib/personal-store';
import { forgetSession } from './keep';
import { meQuery, type Me } from './me';
import { hasCode } from './problem';
import { watchSignedInElsewhere } from './signed-in';
import { countUnreportedEnd, watchSignedOut } from './signed-out';

/** The desk's cache of server data. */
export const queryClient = createQueryClient();

/** What a session has read. The people of the lock screen stay: it may be loading them when the session is refused once more. */
const ofSession = { predicate: ({ queryKey: [first] }: Query) => first !== 'lock' };

// What one person saw must not be shown to the next one.
watchSignedOut(() => {
  dismissPersonalToasts();
  queryClient.removeQueries(ofSession);
  queryClient.getMutationCache().clear();
  forgetSession();
});
watchSignedInElsewhere((staff) => {
  if (queryClient.getQueryData(meQuery.queryKey)?.staff.id === staff) {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    return;
  }
  countUnreportedEnd();
  // This tab may have missed that the person before signed out.
  dismissPersonalToasts();
  queryClient.getMutationCache().clear();
  forgetSession();
  void queryClient.resetQueries(ofSession);
});

// What one person has begun must not be shown to the next one either. A session can end by itself, so only the next sign-in shows
// whether another person came.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryKey[0] !== meQuery.queryKey[0]) return;
  const me = query.state.data as Me | undefined;
  if (me !== undefined) keepPersonalStoresOf(me.staff.id);
});

/** The codes that a person gets whose role does not allow something any more, or who has lost a venue. */
const OF_ROLE = ['not_allowed', 'not_found'] as const;

/** Reads again what the person may do and where, if a call was refused with one of these codes. */
function rereadRole(cause: unknown): void {
  if (OF_ROLE.some((code) => hasCode(cause, code))) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error') return;
  if (event.query.queryKey[0] !== meQuery.queryKey[0]) rereadRole(event.action.error);
});
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'error') rereadRole(event.action.error);
});
