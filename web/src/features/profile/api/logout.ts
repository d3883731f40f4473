import { answer, api } from '@/api/client';

/** How long a logout may wait for the server, in milliseconds. */
const TIMEOUT_MILLISECONDS = 2_000;

/** POST /user/logout, best effort: a slow network delays the logout by at most {@link TIMEOUT_MILLISECONDS}. */
export async function endServerSession(): Promise<void> {
  try {
    await answer(api.POST('/api/user/logout', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) }));
  } catch {
    // The session on the server then ends by its own expiry; this browser removes the token in any case.
  }
}
