import { answer, api } from '@/api/client';
import { deviceId } from '@/lib/device-id';
import { withOverlay } from '@/lib/loading';
import { wirePhone } from '@/lib/phone';
import type { LoginValues } from '../login-form';

/** POST /login: below 1 returns a token, 3 requires a code first, anything else is a refusal (spec §4). */
export function login({ phoneNumber, password }: LoginValues) {
  const body = { username: wirePhone(phoneNumber), password, device_id: deviceId() };
  return withOverlay(answer(api.POST('/api/login', { body })));
}
