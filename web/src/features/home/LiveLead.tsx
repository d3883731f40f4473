import { useQueries, useQuery } from '@tanstack/react-query';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { homeTexts } from './texts';
import { freeTonight } from './tonight';

/** How many courts are free tonight; while that is unknown, and when a call fails, the standing line. */
export function LiveLead(): string {
  const venues = useQuery(venuesQuery);
  const answers = useQueries({
    queries: (venues.data ?? []).slice(0, 6).map((venue) => slotsQuery(venue.venue_id)),
  });
  const days = answers.map((answer) => answer.data?.date[0]);
  if (days.length === 0 || days.some((day) => day === undefined)) return homeTexts.lead;
  const next = freeTonight(days.map((day) => day?.slots ?? []));
  if (!next) return homeTexts.lead;
  return homeTexts.tonight(next.free, next.evening ? homeTexts.tonightAt(next.time) : homeTexts.todayAt(next.time));
}
