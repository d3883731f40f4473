import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { customerInfoQuery } from './customer-info';

/** POST /user/profile with a picture: base64 without the data URL's prefix (spec §7). */
export function useUploadAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (dataUrl: string) =>
      answer(api.POST('/api/user/profile', { body: { image: dataUrl.slice(dataUrl.indexOf(',') + 1) } })),
    onSuccess: () => queryClient.invalidateQueries(customerInfoQuery),
  });
}
