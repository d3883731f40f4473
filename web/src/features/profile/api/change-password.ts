import { useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import type { PasswordValues } from '../password-form';

/** POST /user/changepassword: the other devices are signed out. */
export function useChangePassword() {
  return useMutation({
    mutationFn: ({ old, next, confirm }: PasswordValues) =>
      withOverlay(answer(api.POST('/api/user/changepassword', { body: { old, password: next, cpassword: confirm } }))),
  });
}
