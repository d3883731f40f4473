import { useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** POST /resetpassword: `user` is the verified handle, `resetToken` the proof that came with its code. */
export function useResetPassword() {
  return useMutation({
    mutationFn: ({ user, resetToken, password }: { user: string; resetToken: string; password: string }) =>
      withOverlay(
        answer(
          api.POST('/api/resetpassword', { body: { id: user, password }, headers: { authorization: resetToken } }),
        ),
      ),
  });
}
