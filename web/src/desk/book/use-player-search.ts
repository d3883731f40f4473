import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { playersQuery, type FoundPlayer } from '@/desk/api/players';
import { readTyped, searchTextOf, type TypedPlayer } from '@/desk/lib/typed-player';

/** How long typing pauses before a request is sent, in milliseconds. */
const PAUSE_MILLISECONDS = 150;

export interface PlayerSearch {
  typed: TypedPlayer;
  /** The text that is searched for; null if too little was typed, or more digits than a phone number has. */
  q: string | null;
  /** The players on the screen; those of an earlier text while `isCurrent` is false. */
  players: readonly FoundPlayer[];
  /** Whether `players` is the answer for the text as it is now. */
  isCurrent: boolean;
  /** Why there is no answer for the text as it is now. */
  failure: Error | null;
  isFetching: boolean;
  /** Searches at once for the present text; null if `q` is null, the text was changed meanwhile, or no answer came. */
  find: () => Promise<readonly FoundPlayer[] | null>;
}

/** Searches players by what is typed. */
export function usePlayerSearch(venue: number, text: string): PlayerSearch {
  const queryClient = useQueryClient();
  const typed = readTyped(text);
  const q = searchTextOf(typed);
  const [requested, setRequested] = useState(q);
  const latest = useRef(q);
  useEffect(() => {
    latest.current = q;
    const timer = window.setTimeout(() => setRequested(q), PAUSE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [q]);
  const query = useQuery({
    ...playersQuery(venue, requested ?? ''),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
  });
  const isRequested = q !== null && q === requested;

  async function find(): Promise<readonly FoundPlayer[] | null> {
    if (q === null) return null;
    setRequested(q);
    const players = await queryClient.fetchQuery(playersQuery(venue, q)).catch(() => null);
    return latest.current === q ? players : null;
  }

  return {
    typed,
    q,
    players: q === null || requested === null ? [] : (query.data ?? []),
    isCurrent: isRequested && query.isSuccess && !query.isPlaceholderData,
    failure: isRequested ? query.error : null,
    isFetching: query.isFetching,
    find,
  };
}
