import { forgetApiKey } from './api-key';
import { address, headersFor } from './client';
import { followEvents, type StreamHandlers } from './follow-events';

/** Reads a stream of the player's API as `followEvents` does, with the headers of a call. */
export function followStream(
  path: string,
  query: Record<string, string | number>,
  handlers: StreamHandlers,
): () => void {
  return followEvents(async (signal) => {
    const headers = await headersFor(path);
    const response = await fetch(address(path, query), { headers, signal, cache: 'no-store' });
    if (response.status === 401) forgetApiKey();
    return response;
  }, handlers);
}
