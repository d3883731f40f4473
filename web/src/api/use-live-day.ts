import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { pause } from '@/lib/pause';
import { useVisible } from '@/lib/use-visible';
import { AVAILABILITY_MILLISECONDS } from './courts';
import { followStream } from './follow-stream';

/** Milliseconds between polls while the event stream is open: a server may crash between a change and its event. */
const LIVE_MILLISECONDS = 60_000;

/** Milliseconds between refetches for changes on other days, on a screen that shows those as well. */
const OTHER_DAYS_MILLISECONDS = 4_000;

/**
 * Keeps a screen of a venue's day up to date while the page is visible: refetches `shown` as soon as the server reports
 * a change of that day, and, with `otherDays`, at a lower rate for changes on other days. Returns the polling interval
 * of the screen in milliseconds.
 */
export function useLiveDay(venue: number, day: string | undefined, shown: QueryKey, otherDays = false): number {
  const queryClient = useQueryClient();
  const visible = useVisible();
  const [live, setLive] = useState(false);

  const refetch = useEffectEvent(async () => {
    // Other screens' data about this venue is stale now; they refetch when they are next opened.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(venue, queryKey), refetchType: 'none' });
    await Promise.all([
      queryClient.refetchQueries({ queryKey: shown, exact: true }, { throwOnError: true }),
      queryClient.refetchQueries({ queryKey: ['alternatives', venue], type: 'active' }),
    ]);
  });

  useEffect(() => {
    if (!visible || day === undefined) return;
    const refetches = serializedRefetch(() => refetch());
    const otherDaysRefetches = serializedRefetch(async () => {
      refetches.request();
      await pause(OTHER_DAYS_MILLISECONDS);
    });
    // Also on "open": something may have changed between the reply on the screen and the beginning of the stream.
    const leave = followStream(
      '/api/availability_events',
      { venue, date: day, ...(otherDays && { other_days: 'true' }) },
      { onEvent: ({ name }) => (name === 'elsewhere' ? otherDaysRefetches : refetches).request(), onOpen: setLive },
    );
    return () => {
      leave();
      refetches.stop();
      otherDaysRefetches.stop();
      setLive(false);
    };
  }, [visible, venue, day, otherDays]);

  return live ? LIVE_MILLISECONDS : AVAILABILITY_MILLISECONDS;
}

function isOf(venue: number, [about, of]: QueryKey): boolean {
  return (about === 'courts' || about === 'slots' || about === 'alternatives') && of === venue;
}
