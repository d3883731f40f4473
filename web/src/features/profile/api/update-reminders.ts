import { answer, api } from '@/api/client';
import { unwrapReply } from '@/api/unwrap-reply';

/** POST /user/profile with the one field: whether the player is reminded of games. Returns the stored value. */
export async function updateReminders(reminders: boolean): Promise<boolean> {
  const reply = unwrapReply(await answer(api.POST('/api/user/profile', { body: { reminders } })));
  return reply.user_info.reminders;
}
