import type { CourtAnswer } from './court-groups';

/**
 * Whether a new look at the courts shows one as gone that was free or the player's own before, and that is not known to be
 * their own now. Then somebody took it, or they did so themselves in another tab: only a later look at their own courts
 * tells which.
 */
export function unexplained(
  before: readonly CourtAnswer[],
  now: readonly CourtAnswer[],
  isOwn: (court: number) => boolean,
): boolean {
  const free = new Set(before.filter(({ available }) => available === 'yes').map(({ court_id }) => court_id));
  return now.some(({ court_id, available }) => available !== 'yes' && free.has(court_id) && !isOwn(court_id));
}
