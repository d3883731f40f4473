import { Link } from '@tanstack/react-router';
import { minutesOfDay } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { courtTexts } from '../texts';

/** At most this many other hours are offered. */
const MOST_OFFERED = 3;

export interface OtherHoursProps {
  place: { venue: number; sport: number; device_id?: string; date: string };
  time: string;
  slots: readonly { time: string; free: number }[];
}

/** The hours of the day that have more free courts than the chosen one, `time`, and are nearest to it. */
export function OtherHours({ place, time, slots }: OtherHoursProps) {
  const chosen = minutesOfDay(time) ?? 0;
  const freeThen = slots.find((slot) => slot.time === time)?.free ?? 0;
  const others = slots
    .filter((slot) => slot.time !== time && slot.free > freeThen)
    .toSorted((a, b) => distance(a.time, chosen) - distance(b.time, chosen))
    .slice(0, MOST_OFFERED)
    .toSorted((a, b) => (minutesOfDay(a.time) ?? 0) - (minutesOfDay(b.time) ?? 0));
  if (others.length === 0) return null;
  return (
    <section
      aria-label={courtTexts.moreChoice}
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card px-4 py-3.5 md:gap-x-3"
    >
      <p className="max-md:w-full md:mr-1">{courtTexts.moreChoice}</p>
      {others.map((slot) => (
        <Link
          key={slot.time}
          {...paths.courtSelection({ ...place, time: slot.time })}
          replace
          resetScroll={false}
          className="figures inline-flex min-h-11 items-center rounded-full border-[1.5px] border-edge px-3.5 text-small font-semibold transition-colors hover:border-ink hover:bg-raised"
        >
          {courtTexts.otherHourFree(slot.time, slot.free)}
        </Link>
      ))}
    </section>
  );
}

function distance(time: string, from: number): number {
  return Math.abs((minutesOfDay(time) ?? 0) - from);
}
