import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { AVAILABILITY_MILLISECONDS } from '@/api/courts';
import { paths } from '@/lib/paths';
import { freeHoursQuery } from '../api/free-hours';
import { askableDays, type Question, usualQuestion, venueClock } from './hour-question';

/** The question in the address and its answer. Nothing is requested if the address contains no question. */
export function useFreeHours() {
  const search = useSearch({ from: '/location' });
  const navigate = useNavigate();
  const config = useAppConfig();
  const clock = config ? venueClock(config.server_time, config.timezone) : null;
  const inAddress: Question | null =
    search.date !== undefined && search.time !== undefined ? { date: search.date, time: search.time } : null;
  // A shared address may name a past day, which the server would refuse.
  const over = inAddress !== null && clock !== null && !askableDays(clock).includes(inAddress.date);
  const asked = over ? null : inAddress;
  const answer = useQuery({
    ...freeHoursQuery(asked?.date ?? '', asked?.time ?? ''),
    enabled: asked !== null,
    refetchInterval: AVAILABILITY_MILLISECONDS,
    refetchOnWindowFocus: 'always',
  });

  /** Sets the question, or clears it with null. Adds no history entry: back leads to the previous screen. */
  function ask(question: Question | null) {
    void navigate({ ...paths.location(question ?? {}), replace: true, resetScroll: false });
  }

  return {
    clock,
    question: asked ?? (clock && usualQuestion(clock)),
    asked,
    over,
    answer,
    /** The venues at the current question's hour; undefined while only the data of the previous question is there. */
    found: asked === null || answer.isPlaceholderData ? undefined : answer.data?.venues,
    /** The order of the list, which stays while another hour is loading. */
    order: asked === null ? undefined : answer.data?.venues,
    hours: asked === null || answer.data?.date !== asked.date ? undefined : answer.data.hours,
    ask,
  };
}
