import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import { wirePhone } from '@/lib/phone';

/** POST /forgotpassword: replies the same for known and unknown numbers. */
export function forgotPassword(phoneNumber: string) {
  return withOverlay(answer(api.POST('/api/forgotpassword', { body: { user: wirePhone(phoneNumber) } })));
}
