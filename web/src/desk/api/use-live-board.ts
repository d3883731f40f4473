import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { followEvents } from '@/api/follow-events';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { spreadOver } from '@/lib/spread';
import { useVisible } from '@/lib/use-visible';
import { boardKey, type KeptBoard } from './board';
import { addressOf } from './client';
import { reportSignedOut } from './signed-out';

/** Milliseconds between requests while the stream of events is open: events may be lost with a connection. */
const LIVE_MILLISECONDS = 60_000;
/** Seconds between requests without a stream. */
export const POLL_SECONDS = 5;
/** A part of the interval that differs from screen to screen, so that the desks of a venue do not ask at one moment. */
const VARIED_MILLISECONDS = 400;

/**
 * Fetches the board of a venue's day whenever the server says that it has changed, while the page is visible. Returns
 * whether the stream of events is open, and the pause between the requests that are made besides.
 */
export function useLiveBoard(venue: number, day: string): { live: boolean; pollMilliseconds: number } {
  const [varied] = useState(() => spreadOver(VARIED_MILLISECONDS));
  const queryClient = useQueryClient();
  const visible = useVisible();
  const [live, setLive] = useState(false);

  const refetch = useEffectEvent(() =>
    queryClient.refetchQueries({ queryKey: boardKey(venue, day), exact: true }, { throwOnError: true }),
  );
  const isNews = useEffectEvent((data: string) => {
    const kept = queryClient.getQueryData<KeptBoard>(boardKey(venue, day));
    return kept !== undefined && versionIn(data) !== kept.board.version;
  });

  useEffect(() => {
    if (!visible) return;
    const refetches = serializedRefetch(async () => {
      await refetch();
    });
    const leave = followEvents(
      async (signal) => {
        const address = addressOf('/api/desk/venues/{venue}/events', { venue }, { day });
        const response = await fetch(address, { signal, cache: 'no-store' });
        if (response.status === 401) reportSignedOut();
        return response;
      },
      {
        onEvent: ({ name, data }) => {
          if (name === 'board' && isNews(data)) refetches.request();
        },
        onOpen: setLive,
      },
    );
    return () => {
      leave();
      refetches.stop();
      setLive(false);
    };
  }, [visible, venue, day]);

  return { live, pollMilliseconds: (live ? LIVE_MILLISECONDS : POLL_SECONDS * 1_000) - varied };
}

/** The version that an event names; null if it names none. */
function versionIn(data: string): string | null {
  try {
    const event: unknown = JSON.parse(data);
    return typeof event === 'object' && event !== null && 'version' in event ? String(event.version) : null;
  } catch {
    return null;
  }
}
