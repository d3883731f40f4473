import type { MutationFunctionContext } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import { currentSession } from '@/lib/session';
import type { ProfileValues } from '../profile-form';
import { showSaved } from './customer-info';

/** POST /user/profile with the four fields; the profile is fetched again afterwards (spec §2). */
export async function updateProfile(person: ProfileValues, { client }: MutationFunctionContext) {
  const { token } = currentSession();
  const body = { full_name: person.fullName, email: person.email, gender: person.gender, dob: person.birthdate };
  const reply = await withOverlay(answer(api.POST('/api/user/profile', { body })));
  showSaved(client, reply, token);
  return reply;
}
