import { CircleCheck, CircleSlash } from 'lucide-react';
import { shortDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Skeleton } from '@/ui/Skeleton';
import type { VenueAtHour } from '../api/free-hours';
import { courtTexts, freeHourTexts } from '../texts';
import type { WantedHour } from './wanted-hour';

export interface VenueHourProps {
  atHour: VenueAtHour;
  searched: WantedHour;
  /** The venue is not booked that far ahead. */
  isTooFarAhead: boolean;
}

/** The free courts of a venue at the requested hour, on its card: how many and from what price, or why none. */
export function VenueHour({ atHour, searched, isTooFarAhead }: VenueHourProps) {
  if (atHour.free > 0) {
    const kinds = [
      atHour.outdoor > 0 && freeHourTexts.outdoor(atHour.outdoor),
      atHour.indoor > 0 && freeHourTexts.indoor(atHour.indoor),
    ];
    return (
      <p className="flex min-h-16 items-center gap-2.5 rounded-md bg-good-tint px-3.5 py-2.5 leading-snug">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
        <span className="figures">
          <span className="font-bold text-good">{freeHourTexts.free(atHour.free)}</span>
          {typeof atHour.price === 'number' && (
            <span className="font-semibold"> · {freeHourTexts.from(rupees(atHour.price))}</span>
          )}
          {atHour.outdoor > 0 && atHour.indoor > 0 && (
            <span className="block text-small text-quiet">{kinds.filter(Boolean).join(' · ')}</span>
          )}
        </span>
      </p>
    );
  }
  return (
    <p className="flex min-h-16 items-center gap-2.5 rounded-md bg-raised px-3.5 py-2.5 leading-snug">
      <CircleSlash aria-hidden="true" className="size-5 shrink-0 text-quiet" />
      <span className="figures">
        <span className="font-bold">
          {isTooFarAhead
            ? courtTexts.notOffered.far(freeHourTexts.onDay(shortDay(searched.date), searched.time))
            : freeHourTexts.reason[atHour.reason ?? 'full'](searched.time)}
        </span>
        <span className="block text-small text-quiet">
          {isTooFarAhead ? courtTexts.notOfferedNote.far : nearest(atHour.next, searched)}
        </span>
      </span>
    </p>
  );
}

function nearest(next: VenueAtHour['next'], searched: WantedHour): string {
  if (!next) return freeHourTexts.nothingNear;
  const when = next.date === searched.date ? next.time : freeHourTexts.onDay(shortDay(next.date), next.time);
  return freeHourTexts.nearest(when, next.free);
}

/** As high as the result, so that the layout does not shift. */
export function VenueHourPending() {
  return <Skeleton className="h-16" />;
}
