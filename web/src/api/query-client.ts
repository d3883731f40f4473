import { currentSession, watchSession } from '@/lib/session';
import { writeStored } from '@/lib/storage';
import { createQueryClient } from './create-query-client';
import { forgetPasses } from './forget-passes';

/** The player's cache of server data. */
export const queryClient = createQueryClient();

/** First key of every query whose answer depends on who is signed in. */
const PERSONAL = ['customer', 'history', 'order', 'open-order', 'own-courts'];

let token = currentSession().token;
// Cached answers of one player must not be shown to the next player, nor after a logout.
watchSession((session) => {
  if (session.token === token) return;
  token = session.token;
  for (const key of PERSONAL) queryClient.removeQueries({ queryKey: [key] });
  forgetPasses();
  // It names an order.
  writeStored('bookingStatusCountdown', null);
});
