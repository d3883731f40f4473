import { useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';

/** POST /forgotverification: the code of a forgotten password; success brings the token that the reset needs. */
export function useVerifyResetCode() {
  return useMutation({
    mutationFn: ({ code, user }: { code: string; user: string }) =>
      withOverlay(answer(api.POST('/api/forgotverification', { body: { code, user } }))),
  });
}
