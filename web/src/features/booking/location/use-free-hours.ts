import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { AVAILABILITY_MILLISECONDS } from '@/api/courts';
import { paths } from '@/lib/paths';
import { freeHoursQuery } from '../api/free-hours';
import { askableDays, type Question, usualQuestion, venueClock } from './hour-question';

/** The question in the address and its answer. Nothing is asked unless the address asks. */
export function useFreeHours() {
  const search = useSearch({ from: '/location' });
  const navigate = useNavigate();
  const config = useAppConfig();
  const clock = config ? venueClock(config.server_time, config.timezone) : null;
  const inAddress: Question | null =
    search.date !== undefined && search.time !== undefined ? { date: search.date, time: search.time } : null;
  // A shared address may be of a day that is over; the server would only refuse it.
  const over = inAddress !== null && clock !== null && !askableDays(clock).includes(inAddress.date);
  const asked = over ? null : inAddress;
  const answer = useQuery({
    ...freeHoursQuery(asked?.date ?? '', asked?.time ?? ''),
    enabled: asked !== null,
    refetchInterval: AVAILABILITY_MILLISECONDS,
    refetchOnWindowFocus: 'always',
  });

  /** Asks, or with null stops asking. Not a page of its own: back leads to where the player came from. */
  function ask(question: Question | null) {
    void navigate({ ...paths.location(question ?? {}), replace: true, resetScroll: false });
  }

  return {
    clock,
    question: asked ?? (clock && usualQuestion(clock)),
    asked,
    over,
    answer,
    /** What the venues have at the hour asked for, not at the one asked for before. */
    told: asked === null || answer.isPlaceholderData ? undefined : answer.data?.venues,
    /** The order of the list, which stays while another hour is looked up. */
    order: asked === null ? undefined : answer.data?.venues,
    hours: asked === null || answer.data?.date !== asked.date ? undefined : answer.data.hours,
    ask,
  };
}
