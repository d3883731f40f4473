import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** Seconds between two codes unless the server's settings say otherwise (spec §9). */
export const OTP_RESEND_SECONDS = 30;
/**
 * The longest wait in milliseconds, three hours: by default the server's limit of codes a day has waits of up to 2.4
 * hours. A stored end further away is invalid: corrupt, or written before the clock was set back.
 */
const LONGEST_MILLISECONDS = 10_800_000;
/** The time between two looks at the device's clock, in milliseconds. */
const CHECK_MILLISECONDS = 1_000;
const store = createStore<number>(restore());

function restore(): number {
  const end = Number(readStored('otpCountdown') ?? 0) || 0;
  const left = end - Date.now();
  if (left > 0 && left <= LONGEST_MILLISECONDS) {
    follow(end, left);
    return end;
  }
  writeStored('otpCountdown', null);
  return 0;
}

/**
 * Removes the stored end once it is reached: the privacy policy says that a countdown that is over is not kept. `left` is the time until
 * then in milliseconds. If it has become more at the next look, the clock was set back, and the wait goes on with what was left before.
 */
function follow(end: number, left: number): void {
  setTimeout(
    () => {
      if (store.get() !== end) return;
      const leftNow = end - Date.now();
      if (leftNow > left) begin(left);
      else if (leftNow > 0) follow(end, leftNow);
      else if (readStored('otpCountdown') === String(end)) writeStored('otpCountdown', null);
    },
    Math.min(left, CHECK_MILLISECONDS),
  );
}

function begin(milliseconds: number): void {
  const end = Date.now() + milliseconds;
  writeStored('otpCountdown', String(end));
  store.set(end);
  follow(end, milliseconds);
}

/** Starts the wait for the next code, of at most three hours; its end is stored, so that the countdown survives a reload. */
export function startOtpCooldown(seconds: number = OTP_RESEND_SECONDS): void {
  begin(Math.min(seconds * 1000, LONGEST_MILLISECONDS));
}

/** The local instant (milliseconds) from which a new code can be requested; 0 or past means now. */
export function useOtpCooldownEnd(): number {
  return useStore(store);
}
