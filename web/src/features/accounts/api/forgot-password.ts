import { useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import { wirePhone } from '@/lib/phone';

/** POST /forgotpassword: answers alike for known and unknown numbers. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (phoneNumber: string) =>
      withOverlay(answer(api.POST('/api/forgotpassword', { body: { user: wirePhone(phoneNumber) } }))),
  });
}
