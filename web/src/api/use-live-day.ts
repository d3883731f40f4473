import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { oneLookAtATime } from '@/lib/one-look-at-a-time';
import { pause } from '@/lib/pause';
import { useVisible } from '@/lib/use-visible';
import { AVAILABILITY_MILLISECONDS } from './courts';
import { followStream } from './follow-stream';

/** How often a screen that is told of changes looks all the same: a server may end between a change and its word. */
const LIVE_MILLISECONDS = 60_000;

/** How long a screen that shows other days as well waits between two looks at them, in milliseconds. */
const OTHER_DAYS_MILLISECONDS = 4_000;

/**
 * Keeps what a screen shows of a venue's day true while somebody looks at it: refetches `shown` as soon as the server says
 * that something of the day changed, and a little later when that was on another day, where `otherDays` are shown too. Returns how often the screen should look again by itself, in milliseconds.
 */
export function useLiveDay(venue: number, day: string | undefined, shown: QueryKey, otherDays = false): number {
  const queryClient = useQueryClient();
  const visible = useVisible();
  const [live, setLive] = useState(false);

  const look = useEffectEvent(async () => {
    // What other screens know of this venue is old now; they ask when they are next opened.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(venue, queryKey), refetchType: 'none' });
    await Promise.all([
      queryClient.refetchQueries({ queryKey: shown, exact: true }, { throwOnError: true }),
      queryClient.refetchQueries({ queryKey: ['alternatives', venue], type: 'active' }),
    ]);
  });

  useEffect(() => {
    if (!visible || day === undefined) return;
    const looks = oneLookAtATime(() => look());
    const elsewhere = oneLookAtATime(async () => {
      looks.ask();
      await pause(OTHER_DAYS_MILLISECONDS);
    });
    // Also at "open": something may have changed between the answer on the screen and the beginning of the stream.
    const leave = followStream(
      '/api/availability_events',
      { venue, date: day, ...(otherDays && { other_days: 'true' }) },
      { onEvent: ({ name }) => (name === 'elsewhere' ? elsewhere : looks).ask(), onOpen: setLive },
    );
    return () => {
      leave();
      looks.stop();
      elsewhere.stop();
      setLive(false);
    };
  }, [visible, venue, day, otherDays]);

  return live ? LIVE_MILLISECONDS : AVAILABILITY_MILLISECONDS;
}

function isOf(venue: number, [about, of]: QueryKey): boolean {
  return (about === 'courts' || about === 'slots' || about === 'alternatives') && of === venue;
}
