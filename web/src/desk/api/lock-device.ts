import { ApiFailure } from '@/api/api-failure';
import { rememberLock, unansweredLock } from '@/desk/lib/locked-device';
import { call } from './client';
import { reportSignedOut } from './signed-out';

/** The pause after the first call that failed, in milliseconds; each later one is twice as long, up to the longest. */
const PAUSE_MILLISECONDS = 3_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;

/** The id of the person who has just handed over their shift at this device. */
let leaving: string | null = null;
/** The key of the call that is under way. */
let calling: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Locks this paired device at once: the page does not wait for the server. */
export function lockDevice(): void {
  const key = crypto.randomUUID();
  // Stored before the call: if no answer comes, the session may still be open at the server.
  rememberLock(key);
  void send(key, PAUSE_MILLISECONDS);
  reportSignedOut('locked');
}

/** Calls the server again if it has not yet answered the call that locks this device. */
export function sendUnansweredLock(): void {
  const key = unansweredLock();
  if (key !== null && key !== calling) void send(key, PAUSE_MILLISECONDS);
}

/** Calls until the session has ended at the server, or until a person has unlocked the device. */
async function send(key: string, pause: number): Promise<void> {
  clearTimeout(timer);
  calling = key;
  const hasEnded = await call('post', '/api/desk/lock', { key }).then(
    () => true,
    // The session had ended before.
    (cause: unknown) => cause instanceof ApiFailure && cause.status === 401,
  );
  // The device was unlocked and locked again meanwhile.
  if (calling !== key) return;
  calling = null;
  if (unansweredLock() !== key) return;
  if (hasEnded) rememberLock(null);
  else {
    timer = setTimeout(() => {
      if (unansweredLock() === key) void send(key, Math.min(LONGEST_PAUSE_MILLISECONDS, pause * 2));
    }, pause);
  }
}

/** Locks this paired device for the PIN of the person who goes on after `staff`. */
export function handOver(staff: string): void {
  leaving = staff;
  lockDevice();
}

/** Returns the id of the person who has just handed over, only once; null if the device was locked otherwise. */
export function takeHandedOverBy(): string | null {
  const staff = leaving;
  leaving = null;
  return staff;
}
