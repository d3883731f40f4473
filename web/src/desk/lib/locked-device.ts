import { readStored, writeStored } from '@/lib/storage';

/**
 * The key of the call that locks this device, from the moment a person locks it until the server has ended the session or a person
 * signs in. While it is stored, the session may still be open at the server.
 */
export function unansweredLock(): string | null {
  return readStored('desk_locked');
}

/** Stores the key of the call that locks this device; null removes it. */
export function rememberLock(key: string | null): void {
  writeStored('desk_locked', key);
}
