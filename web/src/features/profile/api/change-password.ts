import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import type { PasswordValues } from '../password-form';

/** POST /user/changepassword: changes the password and signs the player's other devices out. */
export function changePassword({ old, next, confirm }: PasswordValues) {
  const body = { old, password: next, cpassword: confirm };
  return withOverlay(answer(api.POST('/api/user/changepassword', { body })));
}

/** Whether this is the player's password now: only after a right old password the server answers `same_password`. */
export async function isPresentPassword(password: string): Promise<boolean> {
  const { code } = await changePassword({ old: password, next: password, confirm: password });
  return code === 'same_password';
}
