import type { QueryClient } from '@tanstack/react-query';
import { pause } from '@/lib/pause';
import { boardQuery } from './board';
import { meQuery } from './me';

/** How long the first frame waits for these answers, in milliseconds. */
const WAIT_MILLISECONDS = 400;

/** Puts the answers that were requested first into the cache, for the first frame. A failure is left to the screen. */
export async function readFirstAnswers(client: QueryClient): Promise<void> {
  const requests = window.deskFirstRequests;
  if (requests === undefined) return;
  const reads = [client.prefetchQuery(meQuery)];
  if (requests.board !== null) {
    reads.push(client.prefetchQuery(boardQuery(Number(requests.board.venue), requests.board.day)));
  }
  delete window.deskFirstRequests;
  await Promise.race([Promise.all(reads), pause(WAIT_MILLISECONDS)]);
}
