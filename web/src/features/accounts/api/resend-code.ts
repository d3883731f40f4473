import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** Requests another code for the handle `user` (POST /resendotp). Its success is `error` exactly 1 (spec §4). */
export function resendCode(user: string) {
  return withOverlay(answer(api.POST('/api/resendotp', { body: { user } })));
}

/** Whether a reply of /resendotp reports that a new code was sent. */
export function wasResent(reply: { error: number }): boolean {
  return reply.error === 1;
}
