import { answer, api } from '@/api/client';

/** How long a logout may wait for the server, in milliseconds. */
const TIMEOUT_MILLISECONDS = 2_000;

/** POST /user/logout, best effort: a slow network delays the logout by at most {@link TIMEOUT_MILLISECONDS}. */
export async function endServerSession(): Promise<void> {
  const limit = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  // The signal ends the call, but not the wait for the api-key before it.
  const isOver = new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true }));
  try {
    await Promise.race([answer(api.POST('/api/user/logout', { signal: limit })), isOver]);
  } catch {
    // The session on the server then ends by its own expiry.
  }
}
