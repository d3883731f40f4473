import { courtName } from '@/lib/court-name';
import type { Game } from './api/offers';
import { closedCourtTexts } from './texts';

/** The reasons that the desk chooses from, in the words of the server. Others are free text. */
const CAUSES: Readonly<Record<string, 'rain' | 'wet' | 'power' | 'lights'>> = {
  Rain: 'rain',
  'Wet court': 'wet',
  'Power failure': 'power',
  'Lights failed': 'lights',
};

/** What closed a court, as a heading, and the venue's own words where the heading does not say it. */
export interface ClosureHeading {
  heading: string;
  reason: string | null;
  /** Water is on the court. */
  isWet: boolean;
}

/** The heading of a game whose court was closed: "Rain closed Court 2". */
export function closureHeading(reason: string, { lost }: Pick<Game, 'lost'>): ClosureHeading {
  const cause = CAUSES[reason];
  const court = courtName(lost.court_name);
  if (cause === undefined)
    return { heading: closedCourtTexts.closed(court), reason, isWet: /\b(rain|wet|water)\b/i.test(reason) };
  return { heading: closedCourtTexts.cause[cause](court), reason: null, isWet: cause === 'rain' || cause === 'wet' };
}
