import { readStored, writeStored } from '@/lib/storage';

/** How long the outcome shows before it moves on, in seconds (spec §9). */
export const STATUS_SECONDS = 10;

/** The countdown of one outcome: running to a local instant (milliseconds), or stopped by the player. */
export type StatusCountdown = { endsAt: number } | 'stopped';

/**
 * The countdown of this outcome (an order number, or '' for a booking that failed): goes on where a reload left it
 * (spec §2), and starts anew for any other outcome.
 */
export function resumeCountdown(outcome: string, now: number = Date.now()): StatusCountdown {
  const stored = readStored('bookingStatusCountdown');
  const [key, end] = stored?.split('|') ?? [];
  if (key === outcome && end === 'stopped') return 'stopped';
  const endsAt = Number(end);
  // An end further away than the whole countdown comes from a clock that was set back.
  if (key === outcome && Number.isFinite(endsAt) && endsAt > 0 && endsAt <= now + STATUS_SECONDS * 1000) {
    return { endsAt };
  }
  const fresh = now + STATUS_SECONDS * 1000;
  writeStored('bookingStatusCountdown', `${outcome}|${fresh}`);
  return { endsAt: fresh };
}

/** "Stay here": no redirect, not after a reload either. */
export function stopCountdown(outcome: string): StatusCountdown {
  writeStored('bookingStatusCountdown', `${outcome}|stopped`);
  return 'stopped';
}

/** Forgets the countdown once it has done its work. */
export function forgetCountdown(): void {
  writeStored('bookingStatusCountdown', null);
}
