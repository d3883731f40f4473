import { useState } from 'react';
import type { Ownership } from '@/api/own-courts';
import { type CourtGroup, findCourt, type VenueCourt } from './court-groups';

/** What the screen knows of the courts of one hour and of this player. */
export interface CourtFacts {
  /** Day and hour; courts remembered for one hour mean nothing at another one. */
  hour: string;
  groups: readonly CourtGroup[];
  /** When the courts arrived, in milliseconds since 1970. */
  updatedAt: number;
  /** The courts are those of this hour; false while those of the hour before are still shown. */
  isFresh: boolean;
  /** The court and the order that the address names. */
  court: number | undefined;
  order: string | undefined;
  isAuthenticated: boolean;
  /** This screen is requesting a hold. */
  isHolding: boolean;
  /** The court whose release is under way. */
  releasing: number | undefined;
  /** The player's hold or booking of a court. */
  ownership: (court: number | undefined) => Ownership | undefined;
  /** Whether the player's own courts are known; before that, a court that is not free may be the player's own. */
  isOwnKnown: boolean;
}

/** What the court of the address is to this player. */
export interface CourtChoice {
  /** The court of the address, whatever its state. */
  picked: VenueCourt | undefined;
  /** The same court if the player can continue with it. */
  chosen: VenueCourt | undefined;
  /** The player holds or has booked it elsewhere. */
  own: Ownership | undefined;
  /** This screen holds it, is about to hold it or has just released it. */
  isOurs: boolean;
  /** The session ended, so it is not known any more whether the court is the player's own. */
  isLoggedOut: boolean;
  /** The court that another player has. */
  taken: VenueCourt | undefined;
  /** Whether `taken` was available on this screen before. */
  isJustTaken: boolean;
  /** The id of the court of the address if another player has just taken it. */
  justGone: number | undefined;
  /** Records that the server refused a hold because another player has the court. */
  lose: (court: number) => void;
  /** Forgets the lost court. */
  forgetLost: () => void;
}

/** A court that another player got first. */
interface LostCourt {
  hour: string;
  court: number;
  /**
   * After a refused hold: when the courts on the screen had arrived, in milliseconds since 1970. 0 if those courts
   * showed the loss.
   */
  seenAt: number;
}

/** Decides what the court of the address is to the player: chosen, the player's own, or another player's. */
export function useCourtChoice(facts: CourtFacts): CourtChoice {
  const { hour, groups, isAuthenticated, isFresh, isOwnKnown, releasing } = facts;
  const order = isAuthenticated ? facts.order : undefined;
  const picked = findCourt(groups, facts.court);
  // A court that this screen holds, is about to hold or has just released is not free for others, but can be chosen
  // here.
  const isOurs = order !== undefined || facts.isHolding || (picked !== undefined && releasing === picked.id);
  const own = isOurs ? undefined : facts.ownership(picked?.id);
  const chosen = picked !== undefined && own === undefined && (picked.isFree || isOurs) ? picked : undefined;

  // If the session ended elsewhere, the player's own court must not be shown as another player's.
  const [mine, setMine] = useState<{ hour: string; court: number } | null>(null);
  const held = order === undefined && own?.kind !== 'held' ? undefined : picked?.id;
  if (held !== undefined && (mine?.hour !== hour || mine.court !== held)) setMine({ hour, court: held });
  if (isAuthenticated && held === undefined && mine !== null && isOwnKnown) setMine(null);
  const isLoggedOut =
    !isAuthenticated &&
    picked !== undefined &&
    !picked.isFree &&
    (facts.order !== undefined || (mine?.hour === hour && mine.court === picked.id));

  // A court counts as lost to another player only if it was available on this screen before.
  const offer = chosen === undefined || !isFresh ? null : `${hour} ${chosen.id}`;
  const [offered, setOffered] = useState<string | null>(null);
  if (offer !== null && offer !== offered) setOffered(offer);
  const gone =
    picked !== undefined && chosen === undefined && own === undefined && !isLoggedOut && isOwnKnown && isFresh
      ? picked
      : undefined;
  const justGone = gone !== undefined && offered === `${hour} ${gone.id}` ? gone.id : undefined;

  const [lost, setLost] = useState<LostCourt | null>(null);
  if (justGone !== undefined && (lost?.hour !== hour || lost.court !== justGone)) {
    setLost({ hour, court: justGone, seenAt: 0 });
  }
  const lostCourt = lost?.hour === hour ? findCourt(groups, lost.court) : undefined;
  // The courts on the screen may be older than the refusal, and the court may have become free again since.
  const stillLost = lost && lostCourt && (!lostCourt.isFree || facts.updatedAt <= lost.seenAt) ? lostCourt : undefined;

  return {
    picked,
    chosen,
    own,
    isOurs,
    isLoggedOut,
    taken: stillLost ?? gone,
    isJustTaken: stillLost !== undefined,
    justGone,
    lose: (court) => setLost({ hour, court, seenAt: facts.updatedAt }),
    forgetLost: () => setLost(null),
  };
}
