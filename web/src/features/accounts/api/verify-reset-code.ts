import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/**
 * POST /forgotverification: verifies the code of a forgotten password; success returns the token that the reset needs.
 */
export function verifyResetCode({ code, user }: { code: string; user: string }) {
  return withOverlay(answer(api.POST('/api/forgotverification', { body: { code, user } })));
}
