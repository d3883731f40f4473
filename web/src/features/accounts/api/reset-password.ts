import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** POST /resetpassword: `user` is the verified handle, `resetToken` the token returned for its code. */
export function resetPassword({ user, resetToken, password }: { user: string; resetToken: string; password: string }) {
  const sent = { body: { id: user, password }, headers: { authorization: resetToken } };
  return withOverlay(answer(api.POST('/api/resetpassword', sent)));
}
