import type { CourtAnswer } from './court-groups';

/**
 * Whether a court that was free before is taken now, and is not known as the player's own. Somebody else took it, or
 * this player in another tab or on another device: only a later request of the player's own courts shows which.
 */
export function needsOwnershipCheck(
  before: readonly CourtAnswer[],
  now: readonly CourtAnswer[],
  isOwn: (court: number) => boolean,
): boolean {
  const free = new Set(before.filter(({ available }) => available === 'yes').map(({ court_id }) => court_id));
  return now.some(({ court_id, available }) => available !== 'yes' && free.has(court_id) && !isOwn(court_id));
}
