import { useQuery } from '@tanstack/react-query';
import { venuesQuery } from '@/api/venues';
import { chipDay } from '@/lib/dates';
import { infoTexts } from '../texts';
import { type HoursLine, type OpenSpan, openingHours, openOn } from './opening-hours';

/** The opening hours of each venue and the days that differ; nothing while they are unknown. */
export function OpeningHours() {
  const venues = useQuery(venuesQuery).data ?? [];
  if (venues.length === 0) return null;
  return (
    <section>
      <h2 className="display text-h3">{infoTexts.hoursTitle}</h2>
      <dl className="mt-4 grid gap-x-10 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {venues.map((venue) => (
          <div key={venue.venue_id} className="border-t border-line pt-3.5">
            <dt className="font-bold">{venue.venue_name}</dt>
            {openingHours(venue).map((line) => (
              <dd key={line.first} className="figures mt-1 flex flex-wrap gap-x-3 text-[.9375rem] text-quiet">
                <span className="min-w-20">{daysOf(line)}</span>
                <span className="font-semibold text-ink">{openText(line.open)}</span>
              </dd>
            ))}
            {venue.special_days.map((special) => (
              <dd key={special.date} className="figures mt-1 flex flex-wrap gap-x-3 text-[.9375rem] text-quiet">
                <span className="min-w-20">{chipDay(special.date)}</span>
                <span className="font-semibold wrap-anywhere text-ink">
                  {`${special.label}: ${openText(openOn(special.open_spans, venue.slot_minutes))}`}
                </span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function daysOf({ first, last }: HoursLine): string {
  if (first === '') return infoTexts.everyDay;
  return last === '' ? first : infoTexts.fromTo(first, last);
}

function openText(open: readonly OpenSpan[]): string {
  if (open.length === 0) return infoTexts.dayOff;
  return open.map(({ opens, closes }) => infoTexts.fromTo(opens, closes)).join(', ');
}
