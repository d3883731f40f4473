import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { customerInfoQuery } from './customer-info';

async function uploadAvatar(queryClient: QueryClient, dataUrl: string) {
  const body = { image: dataUrl.slice(dataUrl.indexOf(',') + 1) };
  const reply = await answer(api.POST('/api/user/profile', { body }));
  await queryClient.invalidateQueries(customerInfoQuery);
  return reply;
}

/** POST /user/profile with a picture: base64 without the data URL's prefix (spec §7). */
export function useUploadAvatar() {
  const queryClient = useQueryClient();
  return (dataUrl: string) => uploadAvatar(queryClient, dataUrl);
}
