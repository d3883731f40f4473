import { onlineManager, QueryClient } from '@tanstack/react-query';
import { currentSession, watchSession } from '@/lib/session';
import type { ApiFailure } from './api-failure';
import { forgetPasses } from './forget-passes';

/** Whether asking again could help: not when the server has understood and refused. */
function worthRetrying(count: number, cause: Error): boolean {
  if (count >= 2) return false;
  // By its field: the class itself is loaded with the first call.
  const { status } = cause as Partial<ApiFailure>;
  return status === undefined || status === 0 || status >= 500;
}

// It believes in a network until it hears of its loss. On a page that was opened without one it would not hear of its
// return either, and ask nothing again.
if (typeof navigator !== 'undefined' && 'onLine' in navigator) onlineManager.setOnline(navigator.onLine);

/** The cache of server data. Writes are never repeated by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: worthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** First key of every query whose answer belongs to one player. */
const PERSONAL = ['customer', 'history', 'order', 'open-order', 'own-courts'];

let token = currentSession().token;
// What one player was told is nothing for the next one, nor for nobody.
watchSession((session) => {
  if (session.token === token) return;
  token = session.token;
  for (const key of PERSONAL) queryClient.removeQueries({ queryKey: [key] });
  forgetPasses();
});
