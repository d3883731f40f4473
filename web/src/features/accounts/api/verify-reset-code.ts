import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/**
 * POST /forgotverification: verifies the code of a forgotten password; success returns the token that the reset needs.
 * The same `secret` gets a lost answer again.
 */
export function verifyResetCode({ code, user, secret }: { code: string; user: string; secret: string }) {
  return withOverlay(answer(api.POST('/api/forgotverification', { body: { code, user, retry_secret: secret } })));
}
