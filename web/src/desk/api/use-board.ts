import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { followEvents } from '@/api/follow-events';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { spreadOver } from '@/lib/spread';
import { useStore } from '@/lib/store';
import { useVisible } from '@/lib/use-visible';
import { withQueued } from './fact';
import { queueStore } from './queue';
import { boardQuery, nameVersionInNextRequest, type KeptBoard } from './board';
import { addressOf } from './client';
import { endedSessions, isSessionEnd, reportRefusedSession } from './signed-out';

/** Milliseconds between requests while the stream of events is open: events may be lost with a connection. */
const LIVE_MILLISECONDS = 60_000;
/** Seconds between requests without a stream. */
export const POLL_SECONDS = 5;
/** The longest random part of the interval, in milliseconds: with it the desks of a venue do not all send a request at one moment. */
const VARIED_MILLISECONDS = 400;
/** All screens of a venue get a change at one moment; they read the board within this many milliseconds. */
const SPREAD_MILLISECONDS = 100;

/**
 * The board of a venue's day, read again whenever the server names another version than the one shown, while the page is
 * visible. `isLive` is whether the stream of events is open; without it the board is polled every few seconds. `kept`
 * is the board with what waits on this device.
 */
export function useBoard(
  venue: number,
  day: string,
): { query: UseQueryResult<KeptBoard>; kept: KeptBoard | undefined; isLive: boolean } {
  const [varied] = useState(() => spreadOver(VARIED_MILLISECONDS));
  const queryClient = useQueryClient();
  const visible = useVisible();
  const [isLive, setIsLive] = useState(false);
  const refetchInterval = (isLive ? LIVE_MILLISECONDS : POLL_SECONDS * 1_000) - varied;
  const query = useQuery({ ...boardQuery(venue, day), refetchInterval });
  const version = query.data?.board.version;

  const request = useRef<() => void>(() => {});
  const named = useRef<string | null>(null);
  const refetch = useEffectEvent(() => {
    if (named.current !== null) nameVersionInNextRequest(venue, day, named.current);
    return queryClient.refetchQueries(
      { queryKey: boardQuery(venue, day).queryKey, exact: true },
      { throwOnError: true },
    );
  });
  const compare = useEffectEvent(() => {
    if (version !== undefined && named.current !== null && named.current !== version) request.current();
  });
  // The versions are compared also when another one is shown: an event may have come while an older board was being sent.
  useEffect(() => compare(), [version]);

  useEffect(() => {
    if (!visible) return;
    const refetches = serializedRefetch(async () => {
      await refetch();
    });
    request.current = refetches.request;
    named.current = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compareSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        compare();
      }, spreadOver(SPREAD_MILLISECONDS));
    };
    const leave = followEvents(
      async (signal) => {
        const address = addressOf('/api/desk/venues/{venue}/events', { venue }, { day });
        const sessions = endedSessions();
        const response = await fetch(address, { signal, cache: 'no-store' });
        if (response.status === 401) reportRefusedSession(await reasonIn(response.clone()), sessions);
        return response;
      },
      {
        onEvent: ({ name, data }) => {
          if (name !== 'board') return;
          named.current = versionIn(data);
          compareSoon();
        },
        onOpen: setIsLive,
      },
    );
    return () => {
      leave();
      clearTimeout(timer);
      refetches.stop();
      setIsLive(false);
    };
  }, [visible, venue, day]);

  const facts = useStore(queueStore);
  const { data } = query;
  const kept = useMemo(() => (data === undefined ? undefined : withFacts(data, facts)), [data, facts]);
  return { query, kept, isLive };
}

function withFacts(kept: KeptBoard, facts: Parameters<typeof withQueued>[1]): KeptBoard {
  const board = withQueued(kept.board, facts);
  return board === kept.board ? kept : { ...kept, board };
}

/** Why the server refused the stream. */
async function reasonIn(response: Response) {
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return isSessionEnd(code) ? code : 'signed_out';
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
