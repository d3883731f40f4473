import type { components } from '@/api/schema';
import { minutesOfDay, timeText } from '@/lib/dates';
import { currentLocale } from '@/lib/language';
import { roundToPaise, rupees } from '@/lib/money';
import { factsWith, type Facts } from './content/facts';
import { infoTexts } from './texts';

type Venue = components['schemas']['Venue'];

/** The facts derived from the venues; all null without venues. */
export function venueFacts(venues: readonly Venue[]): Partial<Facts> {
  const hours = venues.flatMap((venue) =>
    venue.hours.flatMap((day) => {
      const first = minutesOfDay(day?.first_start ?? '');
      const last = minutesOfDay(day?.last_start ?? '');
      return first === null || last === null ? [] : [{ first, end: last + venue.slot_minutes - 1 }];
    }),
  );
  // A price is that of a slot, which need not be an hour.
  const rates = venues.flatMap(({ standard_price, slot_minutes }) =>
    typeof standard_price === 'number' ? roundToPaise((standard_price * 60) / slot_minutes) : [],
  );
  const { standard_rate, lowest_rate, highest_rate } = factsWith(rateFacts(rates));
  return {
    courts_by_venue: courtsByVenue(venues),
    ...playFacts(venues),
    first_start: hours.length > 0 ? timeText(Math.min(...hours.map((day) => day.first))) : null,
    ...lastMinutes(hours.map((day) => day.end)),
    standard_rate,
    lowest_rate,
    highest_rate,
    ...horizonFacts(venues.map((venue) => venue.horizon_days)),
  };
}

/** The shortest play at the venues and the handover after it. */
function playFacts(venues: readonly Venue[]): Pick<Facts, 'play_minutes' | 'handover_minutes' | 'whole_slot_minutes'> {
  const shortest = venues.toSorted((a, b) => a.play_minutes - b.play_minutes)[0];
  if (shortest === undefined) return { play_minutes: null, handover_minutes: null, whole_slot_minutes: null };
  const play = String(shortest.play_minutes);
  const handover = shortest.slot_minutes - shortest.play_minutes;
  return {
    play_minutes: play,
    handover_minutes: handover > 0 ? String(handover) : null,
    whole_slot_minutes: handover > 0 ? null : play,
  };
}

/** How far ahead players book at the venues: this many days, or with null up to the same day of the next month. */
function horizonFacts(
  horizons: readonly (number | null)[],
): Pick<Facts, 'horizon' | 'shortest_horizon' | 'longest_horizon'> {
  // A month has 28 to 31 days: it counts as longer than 30 days, and as shorter than 31.
  const length = (days: number | null) => days ?? 30.5;
  const text = (days: number | null) => (days === null ? infoTexts.oneMonth : infoTexts.daysAhead(days));
  const sorted = horizons.toSorted((a, b) => length(a) - length(b));
  const [shortest, longest] = [sorted[0], sorted.at(-1)];
  if (shortest === undefined || longest === undefined) {
    return { horizon: null, shortest_horizon: null, longest_horizon: null };
  }
  return shortest === longest
    ? { horizon: text(shortest), shortest_horizon: null, longest_horizon: null }
    : { horizon: null, shortest_horizon: text(shortest), longest_horizon: text(longest) };
}

/** When more days end than at any other time, and, if some end later, when the last of them ends. */
function lastMinutes(ends: readonly number[]): Pick<Facts, 'last_minute' | 'latest_minute'> {
  if (ends.length === 0) return { last_minute: null, latest_minute: null };
  const days = (end: number) => ends.filter((other) => other === end).length;
  const [usual = 0] = ends.toSorted((a, b) => days(b) - days(a) || a - b);
  const latest = Math.max(...ends);
  return { last_minute: timeText(usual), latest_minute: latest > usual ? timeText(latest) : null };
}

function rateFacts(rates: readonly number[]): Partial<Facts> {
  if (rates.length === 0) return {};
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  return lowest === highest
    ? { standard_rate: rupees(lowest) }
    : { lowest_rate: rupees(lowest), highest_rate: rupees(highest) };
}

function courtsByVenue(venues: readonly Venue[]): string | null {
  if (venues.length === 0) return null;
  const named = venues.map((venue) =>
    infoTexts.courtsOfVenue(venue.venue_name, venue.outdoor_counts + venue.indoor_counts),
  );
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(named);
}
