import { sampleBoard } from '@/testing/desk-server';
import type { Board } from '@/desk/api/board';

/** The published example of docs/decisions/0007-signed-pass.md: court 3, Sunday at 7 PM. */
export const PASS =
  'SO1._oEsEg.4071553902.29922570.3.Y3JJUQOmG2haITFDmhefVSt0hyYtcLqLulqCU7dd98ukUFXR6gMUUWZZvxjlJ-FYONZYeKR2565P16821P4SBQ';
/** The key with which it is signed. */
export const KEY = { id: '_oEsEg', key: '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw' };
/** The number of its booking. */
export const ORDER = '4071553902';

/** Keeps the key on this device. */
export function keepPassKey(): void {
  localStorage.setItem('desk_pass_keys', JSON.stringify([KEY]));
}

/** The sample board with the court of the pass alone, and these changes. */
export function boardOfCourt3(changes: Partial<Board>): Board {
  return sampleBoard({
    courts: [{ id: 3, number: 3, name: 'Court 3', type: 'INDOOR' }],
    prices_paise: [[100_000, 100_000, 100_000, 100_000, 100_000]],
    ...changes,
  });
}
