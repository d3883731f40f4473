import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** POST /forgotverification: the code of a forgotten password; success brings the token that the reset needs. */
export function verifyResetCode({ code, user }: { code: string; user: string }) {
  return withOverlay(answer(api.POST('/api/forgotverification', { body: { code, user } })));
}
