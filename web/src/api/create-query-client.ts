import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import type { ApiFailure } from './api-failure';

/** Whether a query is retried after a failure. */
function isWorthRetrying(count: number, cause: Error): boolean {
  if (count >= 2) return false;
  // Checked by its field: the class itself is loaded with the first call.
  const { status } = cause as Partial<ApiFailure>;
  return status === undefined || status === 0 || status >= 500;
}

/** Creates the cache of server data of one page. Writes are retried only if they set `retry` themselves. */
export function createQueryClient(): QueryClient {
  // The online manager assumes a network until an `offline` event. On a page that was opened offline it would miss the
  // `online` event as well, and never fetch again.
  if (typeof navigator !== 'undefined' && 'onLine' in navigator) onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    mutationCache: new MutationCache({
      // Screens handle the failures of calls; any other error is a defect.
      onError: (cause) => {
        if (cause.name !== 'ApiFailure') reportError(cause);
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
