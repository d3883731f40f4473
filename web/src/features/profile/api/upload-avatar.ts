import type { MutationFunctionContext } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { currentSession } from '@/lib/session';
import { showSaved } from './customer-info';

/** POST /user/profile with a picture: base64 without the data URL's prefix (spec §7). */
export async function uploadAvatar(dataUrl: string, { client }: MutationFunctionContext) {
  const { token } = currentSession();
  const body = { image: dataUrl.slice(dataUrl.indexOf(',') + 1) };
  const reply = await answer(api.POST('/api/user/profile', { body }));
  showSaved(client, reply, token);
  return reply;
}
