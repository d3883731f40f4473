import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** Seconds between two codes unless the server's settings say otherwise (spec §9). */
export const OTP_RESEND_SECONDS = 30;
/**
 * The longest wait in milliseconds, three hours: by default the server's limit of codes a day has waits of up to 2.4 hours. A
 * stored end further away is invalid: corrupt, or written before the clock was set back.
 */
const LONGEST_MILLISECONDS = 10_800_000;
const store = createStore<number>(restore());

function restore(): number {
  const end = Number(readStored('otpCountdown') ?? 0) || 0;
  const left = end - Date.now();
  if (left > 0 && left <= LONGEST_MILLISECONDS) {
    removeWhenOver(end);
    return end;
  }
  writeStored('otpCountdown', null);
  return 0;
}

/** Removes the stored end once it is reached: the privacy policy says that a countdown that is over is not kept. */
function removeWhenOver(end: number): void {
  window.setTimeout(() => {
    if (readStored('otpCountdown') === String(end)) writeStored('otpCountdown', null);
  }, end - Date.now());
}

/** Starts the wait for the next code, of at most three hours; its end is stored, so that the countdown survives a reload. */
export function startOtpCooldown(seconds: number = OTP_RESEND_SECONDS): void {
  const end = Date.now() + Math.min(seconds * 1000, LONGEST_MILLISECONDS);
  writeStored('otpCountdown', String(end));
  store.set(end);
  removeWhenOver(end);
}

/** The local instant (milliseconds) from which a new code can be requested; 0 or past means now. */
export function useOtpCooldownEnd(): number {
  return useStore(store);
}
