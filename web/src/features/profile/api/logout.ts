import { answer, api } from '@/api/client';

/** How long leaving may wait for the server, in milliseconds. */
const PATIENCE_MILLISECONDS = 2_000;

/** POST /user/logout, best effort: whoever wants to leave is not kept by a slow network. */
export async function endServerSession(): Promise<void> {
  try {
    await answer(api.POST('/api/user/logout', { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) }));
  } catch {
    // The session then ends by its own age; this browser forgets the token in any case.
  }
}
