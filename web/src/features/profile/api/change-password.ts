import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import type { PasswordValues } from '../password-form';

/** POST /user/changepassword: changes the password and signs the player's other devices out. */
export function changePassword({ old, next, confirm }: PasswordValues) {
  const body = { old, password: next, cpassword: confirm };
  return withOverlay(answer(api.POST('/api/user/changepassword', { body })));
}
