import { readStored, writeStored } from '@/lib/storage';

/** How long the outcome is shown before the screen continues, in seconds (spec §9). */
export const STATUS_SECONDS = 10;

/** The countdown of one outcome: running to a local instant (milliseconds), or stopped by the player. */
export type StatusCountdown = { endsAt: number } | 'stopped';

/**
 * The countdown of this outcome (a key, '' for a failure without an order): continues after a reload (spec §2), and starts
 * from its full length for any other outcome.
 */
export function resumeCountdown(outcome: string, now: number = Date.now()): StatusCountdown {
  const stored = readStored('bookingStatusCountdown');
  const [key, end] = stored?.split('|') ?? [];
  if (key === outcome && end === 'stopped') return 'stopped';
  const endsAt = Number(end);
  // All failures without an order share the empty key, so an expired countdown belongs to an earlier failure.
  const over = outcome === '' ? now : 0;
  // An end further away than the whole countdown was stored before the clock was set back.
  if (key === outcome && Number.isFinite(endsAt) && endsAt > over && endsAt <= now + STATUS_SECONDS * 1000) {
    return { endsAt };
  }
  return { endsAt: now + STATUS_SECONDS * 1000 };
}

/** Stores the countdown of this outcome for a reload; a stopped one ("Stay here") stays stopped. */
export function keepCountdown(outcome: string, countdown: StatusCountdown): void {
  const end = countdown === 'stopped' ? countdown : countdown.endsAt;
  writeStored('bookingStatusCountdown', `${outcome}|${end}`);
}

/** Removes the countdown of this outcome, once it has ended or the player has left; that of another outcome stays. */
export function forgetCountdown(outcome: string): void {
  if (readStored('bookingStatusCountdown')?.split('|')[0] === outcome) writeStored('bookingStatusCountdown', null);
}
