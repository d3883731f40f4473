import type { Ownership } from '@/api/own-courts';
import { type CourtGroup, findCourt, type VenueCourt } from './court-groups';

/** What a tap on "Continue" does. */
export type ContinueStep =
  /** The court is held already, and its window opens. */
  | { kind: 'wait' }
  /** The court is being released: once that is over, the tap is decided on again. */
  | { kind: 'after-release' }
  /** The player holds or has booked the court elsewhere. */
  | { kind: 'open-own'; ownership: Ownership }
  /** No court that can be held is chosen. */
  | { kind: 'choose-first' }
  | { kind: 'hold'; court: number };

/**
 * Decides what a tap on "Continue" does. `query` is the current address, which is newer than the screen until the
 * previous tap is rendered; `chosen` is the court that the screen shows as chosen.
 */
export function continueStep({
  query,
  isAuthenticated,
  groups,
  chosen,
  releasing,
  ownership,
}: {
  query: URLSearchParams;
  isAuthenticated: boolean;
  groups: readonly CourtGroup[];
  chosen: VenueCourt | undefined;
  /** The court whose release is under way: its order is still listed as the player's, and a hold would return it. */
  releasing: number | undefined;
  ownership: (court: number | undefined) => Ownership | undefined;
}): ContinueStep {
  // A visitor's address can name an order too, one of a session that has ended.
  if (isAuthenticated && query.has('order')) return { kind: 'wait' };
  const court = findCourt(groups, Number(query.get('court')));
  if (court !== undefined && court.id === releasing) return { kind: 'after-release' };
  const own = ownership(court?.id);
  if (own !== undefined) return { kind: 'open-own', ownership: own };
  const isRendered = court?.id === chosen?.id;
  const wanted = isRendered ? chosen : court?.isFree ? court : undefined;
  return wanted ? { kind: 'hold', court: wanted.id } : { kind: 'choose-first' };
}
