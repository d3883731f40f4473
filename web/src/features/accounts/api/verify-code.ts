import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** POST /otp: verifies the code of a sign-up or of a login that requires one. */
export function verifyCode({ code, user }: { code: string; user: string }) {
  return withOverlay(answer(api.POST('/api/otp', { body: { mobile_code: code, user } })));
}
