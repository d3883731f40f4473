import type { CourtAnswer } from './court-groups';

/**
 * Whether new data shows a court as taken that was free or the player's own before, and that is not known to be the
 * player's own now. Another player took it, or this player did so in another tab: only a later request of the player's
 * own courts tells which.
 */
export function unexplained(
  before: readonly CourtAnswer[],
  now: readonly CourtAnswer[],
  isOwn: (court: number) => boolean,
): boolean {
  const free = new Set(before.filter(({ available }) => available === 'yes').map(({ court_id }) => court_id));
  return now.some(({ court_id, available }) => available !== 'yes' && free.has(court_id) && !isOwn(court_id));
}
