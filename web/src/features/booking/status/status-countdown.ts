import { paths } from '@/lib/paths';
import { readStored, writeStored } from '@/lib/storage';

/** How long the outcome is shown before the screen continues, in seconds (spec §9). */
export const STATUS_SECONDS = 10;

/** The countdown of one outcome: running to a local instant (milliseconds), or stopped by the player. */
export type StatusCountdown = { endsAt: number } | 'stopped';

/** The outcome whose countdown was stopped. The tab alone keeps it: there is no end after which to remove it. */
const STOPPED = 'booking-status-stopped';

/**
 * The countdown of this outcome (a key, '' for a failure without an order): continues after a reload (spec §2), and
 * starts from its full length for any other outcome.
 */
export function resumeCountdown(outcome: string, now: number = Date.now()): StatusCountdown {
  if (readStopped() === outcome) return 'stopped';
  const stored = readStored('bookingStatusCountdown');
  const [key, end] = stored?.split('|') ?? [];
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
  if (countdown === 'stopped') {
    forgetRunning(outcome);
    writeStopped(outcome);
  } else {
    writeStored('bookingStatusCountdown', `${outcome}|${countdown.endsAt}`);
  }
}

/** Removes the countdown of this outcome, once it has ended or the player has left; that of another outcome stays. */
export function forgetCountdown(outcome: string): void {
  forgetRunning(outcome);
  if (readStopped() === outcome) writeStopped(null);
}

/**
 * Removes a countdown that a closed tab has left, once it is over: the privacy policy says that it is not kept. With
 * the page of the status at `path` nothing is removed: it goes on with its own.
 */
export function removeLeftCountdown(path: string, now: number = Date.now()): void {
  const stored = readStored('bookingStatusCountdown');
  if (stored === null || path === paths.bookingStatus().to) return;
  const remove = () => {
    if (readStored('bookingStatusCountdown') === stored) writeStored('bookingStatusCountdown', null);
  };
  const left = Number(stored.split('|')[1]) - now;
  // It may be that of another tab.
  if (left > 0 && left <= STATUS_SECONDS * 1000) window.setTimeout(remove, left);
  else remove();
}

function forgetRunning(outcome: string): void {
  if (readStored('bookingStatusCountdown')?.split('|')[0] === outcome) writeStored('bookingStatusCountdown', null);
}

function readStopped(): string | null {
  try {
    return sessionStorage.getItem(STOPPED);
  } catch {
    return null;
  }
}

function writeStopped(outcome: string | null): void {
  try {
    if (outcome === null) sessionStorage.removeItem(STOPPED);
    else sessionStorage.setItem(STOPPED, outcome);
  } catch {
    // Without storage a reload starts the countdown again.
  }
}
