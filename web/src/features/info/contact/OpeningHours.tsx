import { useQuery } from '@tanstack/react-query';
import { venuesQuery } from '@/api/venues';
import { infoTexts } from '../texts';
import { type HoursLine, openingHours } from './opening-hours';

/** The opening hours of each venue; nothing while they are unknown. */
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
                <span className="font-semibold text-ink">
                  {line.opens === null || line.closes === null
                    ? infoTexts.dayOff
                    : infoTexts.fromTo(line.opens, line.closes)}
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
