import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isRefusal } from './api-failure';

/**
 * Refetches a query that is shown. The promise rejects if no answer came, so that the caller repeats it; a refusal is an
 * answer.
 */
export async function refetchForAnswer(client: QueryClient, queryKey: QueryKey): Promise<void> {
  try {
    await client.invalidateQueries({ queryKey, exact: true }, { throwOnError: true });
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
  }
}
