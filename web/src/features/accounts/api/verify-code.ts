import { useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** POST /otp: the code of a sign-up or of a login that asked for one. */
export function useVerifyCode() {
  return useMutation({
    mutationFn: ({ code, user }: { code: string; user: string }) =>
      withOverlay(answer(api.POST('/api/otp', { body: { mobile_code: code, user } }))),
  });
}
