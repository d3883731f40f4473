import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** Seconds between two codes unless the server's settings say otherwise (spec §9). */
export const OTP_RESEND_SECONDS = 30;
const store = createStore<number>(Number(readStored('otpCountdown') ?? 0) || 0);

/** Starts the wait for the next code; its end is stored, so that a reload goes on counting. */
export function startOtpCooldown(seconds: number = OTP_RESEND_SECONDS): void {
  const end = Date.now() + seconds * 1000;
  writeStored('otpCountdown', String(end));
  store.set(end);
}

/** The local instant (milliseconds) at which a new code may be asked for; 0 or past means now. */
export function useOtpCooldownEnd(): number {
  return useStore(store);
}
