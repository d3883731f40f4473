import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AVAILABILITY_MILLISECONDS } from '@/api/courts';
import { paths } from '@/lib/paths';
import { freeHoursQuery } from '../api/free-hours';
import { useVenueClock } from './use-venue-clock';
import { searchableDays, type WantedHour, defaultHour } from './wanted-hour';
import type { Venue } from './VenueCard';

/**
 * The wanted hour in the address and the answer. Nothing is requested if the address contains no hour, or one of a day
 * that cannot be searched. `venues` are undefined until they are loaded.
 */
export function useFreeHours(venues: readonly Venue[] | undefined) {
  const search = useSearch({ from: '/location' });
  const navigate = useNavigate();
  const clock = useVenueClock();
  const days = clock === null ? [] : searchableDays(clock, venues?.map(({ horizon_days }) => horizon_days) ?? []);
  const byDefault = clock && defaultHour(clock);
  // Late in the evening that is an hour of tomorrow, which venues that are booked on the day itself do not offer yet.
  const usual = byDefault !== null && days.includes(byDefault.date) ? byDefault : null;
  const inAddress: WantedHour | null =
    search.date !== undefined && search.time !== undefined ? { date: search.date, time: search.time } : null;
  // A shared address may name a day that is past or too far ahead, which the server would refuse.
  const isDayOutOfRange = inAddress !== null && clock !== null && !days.includes(inAddress.date);
  const searched = isDayOutOfRange ? null : inAddress;
  const answer = useQuery({
    ...freeHoursQuery(searched?.date ?? '', searched?.time ?? ''),
    enabled: searched !== null,
    refetchInterval: AVAILABILITY_MILLISECONDS,
    refetchOnWindowFocus: 'always',
  });

  /** Sets the wanted hour, or clears it with null. Adds no history entry: back leads to the previous screen. */
  async function setWanted(wanted: WantedHour | null) {
    await navigate({ ...paths.location(wanted ?? {}), replace: true, resetScroll: false });
  }

  return {
    clock,
    /** The days that can be searched. */
    days,
    wanted: searched ?? usual,
    searched,
    isDayOutOfRange,
    answer,
    /** The venues at the hour that is searched for; undefined while only the data of the previous hour is there. */
    found: searched === null || answer.isPlaceholderData ? undefined : answer.data?.venues,
    /** The order of the list, which stays while another hour is loading. */
    order: searched === null ? undefined : answer.data?.venues,
    hours: searched === null || answer.data?.date !== searched.date ? undefined : answer.data.hours,
    setWanted,
  };
}
