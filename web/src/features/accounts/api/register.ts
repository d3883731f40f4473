import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import { wirePhone } from '@/lib/phone';
import type { JoinValues } from '../join-form';

/** POST /register: sends a code to the number and returns `user`, the handle for that code. */
export function registerPlayer(person: JoinValues) {
  const body = {
    full_name: person.fullName,
    email: person.email,
    phone_no: wirePhone(person.phoneNumber),
    gender: person.gender,
    dob: person.birthdate,
    password: person.password,
  };
  return withOverlay(answer(api.POST('/api/register', { body })));
}
