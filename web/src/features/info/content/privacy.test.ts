import { expect, test } from 'vitest';
import type { PlayerKey } from '@/lib/storage';
import { privacy } from './privacy';

/** The row of the policy that tells of each key; the type makes a new key without a row an error. */
const ROWS: Record<PlayerKey, string> = {
  user_token: 'Your session and your profile',
  user_data: 'Your session and your profile',
  device_id: 'A random id of your browser',
  otpCountdown: 'The end of a running countdown',
  bookingStatusCountdown: 'The end of a running countdown',
  theme: 'Your choice of theme and language',
  language: 'Your choice of theme and language',
  install_hint: 'That you do not want to install the app',
  seen_passes: 'Passes that you have opened',
};

test('the policy lists what the local storage of a player’s browser keeps, and nothing else', () => {
  const kept = privacy.sections.flatMap(({ body }) => body).find((block) => 'head' in block && block.head.length === 3);
  const listed = kept !== undefined && 'rows' in kept ? kept.rows.map(([what]) => what) : [];
  expect(new Set(listed)).toEqual(new Set(Object.values(ROWS)));
});
