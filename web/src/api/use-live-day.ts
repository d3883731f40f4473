import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { pause } from '@/lib/pause';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { spreadOver } from '@/lib/spread';
import { useVisible } from '@/lib/use-visible';
import { isRefusal } from './api-failure';
import { AVAILABILITY_MILLISECONDS } from './courts';
import { DayEvents, readDayEvent } from './day-events';
import { followStream } from './follow-stream';

/** The most milliseconds between polls while the event stream is open: events do not contain the courts' prices and names. */
const LIVE_MILLISECONDS = 60_000;

/** Milliseconds between refetches for changes on other days, on a screen that shows those as well. */
const OTHER_DAYS_MILLISECONDS = 4_000;

/** A screen's polling interval is shorter by a random part below this one, so that screens do not poll at the same moments. */
const MOST_SHORTER = 0.2;

/**
 * Keeps a screen of a venue's day for a sport up to date while the page is visible: applies the changes that the server
 * reports to the answers in the cache, and refetches `shown` when an event does not say enough and, with `otherDays`,
 * at a lower rate for changes on other days. Returns the polling interval of the screen in milliseconds; false for a
 * query that the server has refused.
 */
export function useLiveDay(
  { venue, sport }: { venue: number; sport: number },
  day: string | undefined,
  shown: QueryKey,
  otherDays = false,
): (query: { state: { error: Error | null } }) => number | false {
  const queryClient = useQueryClient();
  const visible = useVisible();
  const [isLive, setIsLive] = useState(false);
  const [share] = useState(() => 1 - spreadOver(MOST_SHORTER));

  const refetch = useEffectEvent(async () => {
    // Other screens' data about this venue is stale now.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(venue, queryKey), refetchType: 'none' });
    const before = queryClient.getQueryState(shown)?.error;
    await Promise.all([
      queryClient.refetchQueries({ queryKey: shown, exact: true }, { throwOnError: true }).catch((cause: unknown) => {
        // A new refusal is an answer. Any other failure is repeated, also if `keepRefusal` keeps the refusal of before in its place.
        if (!isRefusal(cause) || cause === before) throw cause;
      }),
      queryClient.refetchQueries({ queryKey: ['alternatives', venue], type: 'active' }),
    ]);
  });

  const refetchAlternatives = useEffectEvent(() =>
    queryClient.invalidateQueries({ queryKey: ['alternatives', venue], refetchType: 'active' }),
  );

  useEffect(() => {
    if (!visible || day === undefined) return;
    let spread = 0;
    const refetches = serializedRefetch(async () => {
      await pause(spreadOver(spread));
      await refetch();
    });
    const alternatives = serializedRefetch(async () => {
      await pause(spreadOver(spread));
      await refetchAlternatives();
    });
    const otherDaysRefetches = serializedRefetch(async () => {
      refetches.request();
      await pause(OTHER_DAYS_MILLISECONDS);
    });
    const events = new DayEvents(queryClient, { venue, sport, date: day });
    const leave = followStream(
      '/api/availability_events',
      { venue, sport, date: day, ...(otherDays && { other_days: 'true' }) },
      {
        onEvent: ({ name, data }) => {
          const event = readDayEvent(data);
          spread = event?.spread_ms ?? 0;
          if (name === 'elsewhere') otherDaysRefetches.request();
          else if (event === null || !events.apply(name, event)) refetches.request();
          else if (name === 'changed') alternatives.request();
          // Other days may have changed before the stream began.
          else if (otherDays) otherDaysRefetches.request();
        },
        onOpen: setIsLive,
      },
    );
    return () => {
      leave();
      events.stop();
      refetches.stop();
      alternatives.stop();
      otherDaysRefetches.stop();
      setIsLive(false);
    };
  }, [queryClient, visible, venue, sport, day, otherDays]);

  const interval = share * (isLive ? LIVE_MILLISECONDS : AVAILABILITY_MILLISECONDS);
  return ({ state }) => (isRefusal(state.error) ? false : interval);
}

function isOf(venue: number, [about, of]: QueryKey): boolean {
  return (about === 'courts' || about === 'slots' || about === 'alternatives') && of === venue;
}
