import { useQuery } from '@tanstack/react-query';
import { homeTexts } from './texts';
import { tonightQuery } from './tonight-query';

/**
 * How many courts are free tonight, or else at an earlier hour today; the static line if that is unknown, or no court
 * is free.
 */
export function LiveLead(): string {
  const next = useQuery(tonightQuery).data;
  if (!next) return homeTexts.lead;
  return homeTexts.tonight(next.free, next.evening ? homeTexts.tonightAt(next.time) : homeTexts.todayAt(next.time));
}
