import type { QueryFunctionContext } from '@tanstack/react-query';
import { isRefusal } from './api-failure';

/**
 * Reads for a query that shows nothing after a refusal. If the server has refused it before and the read now has no outcome, the refusal
 * still holds, and is thrown again: otherwise what was read before it would be shown once more.
 */
export async function keepRefusal<Data>(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  read: () => Promise<Data>,
): Promise<Data> {
  try {
    return await read();
  } catch (cause) {
    const before = client.getQueryState(queryKey)?.error ?? null;
    if (before !== null && isRefusal(before) && !isRefusal(cause)) throw before;
    throw cause;
  }
}
