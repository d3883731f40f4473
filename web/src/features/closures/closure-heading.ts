import { courtName } from '@/lib/court-name';
import type { Game, Offers } from './api/offers';
import { closedCourtTexts } from './texts';

/** The causes that have a heading of their own. */
const HEADINGS = { rain: 'rain', wet_court: 'wet', power: 'power', lights: 'lights' } as const;

/** Why courts were closed: as a code, and in the words of the venue. */
export type ClosureReason = Pick<Offers, 'cause' | 'reason'>;

/** What closed a court, as a heading, and the venue's own words if the heading does not name the cause. */
export interface ClosureHeading {
  heading: string;
  reason: string | null;
  /** Water is on the court. */
  isWet: boolean;
}

/** The heading of a game whose court was closed: "Rain closed Court 2". */
export function closureHeading({ cause, reason }: ClosureReason, { lost }: Pick<Game, 'lost'>): ClosureHeading {
  const court = courtName(lost.court_name);
  if (cause === null || cause === 'other') {
    return { heading: closedCourtTexts.closed(court), reason, isWet: false };
  }
  return {
    heading: closedCourtTexts.cause[HEADINGS[cause]](court),
    reason: null,
    isWet: cause === 'rain' || cause === 'wet_court',
  };
}
