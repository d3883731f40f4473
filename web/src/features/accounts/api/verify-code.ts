import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/**
 * POST /otp: verifies the code of a sign-up or of a login that requires one. The same `secret` gets a lost answer
 * again.
 */
export function verifyCode({ code, user, secret }: { code: string; user: string; secret: string }) {
  return withOverlay(answer(api.POST('/api/otp', { body: { mobile_code: code, user, retry_secret: secret } })));
}
