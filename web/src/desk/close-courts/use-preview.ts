import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { closurePreviewQuery, type ClosurePreview, type ClosureRequest, type RunningGames } from '@/desk/api/closures';

/** How long nothing changes before a request is sent, in milliseconds. */
const PAUSE_MILLISECONDS = 180;

export interface Preview {
  /** The newest answer for the day: what closing would do. */
  seen: ClosurePreview | undefined;
  /** Whether `seen` is the answer for the courts and hours as they are now. */
  isCurrent: boolean;
  isFetching: boolean;
  failure: Error | null;
  /** What the players of games that are on get back: the clerk's choice, else what is proposed. */
  running: RunningGames;
  retry: () => void;
}

/**
 * Reads what closing these courts would do, and again after each change of the request and of the board. `wanted` is
 * null while no court or no time is chosen, and `version` is the one of the board.
 */
export function usePreview(
  venue: number,
  wanted: Omit<ClosureRequest, 'running_games'> | null,
  chosen: RunningGames | null,
  version: string | undefined,
): Preview {
  const text = wanted === null ? '' : JSON.stringify(wanted);
  const [requested, setRequested] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setRequested(text), PAUSE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const [proposed, setProposed] = useState<RunningGames | null>(null);
  const running = chosen ?? proposed ?? 'all';
  const request = requested === '' ? null : (JSON.parse(requested) as Omit<ClosureRequest, 'running_games'>);
  const query = useQuery({
    ...closurePreviewQuery(venue, { ...(request ?? EMPTY), running_games: running }, version),
    enabled: request !== null,
    // Another request for the same day: what was seen stays until the answer comes.
    placeholderData: (before, from) =>
      (from?.queryKey[2] as ClosureRequest | undefined)?.day === request?.day ? before : undefined,
  });
  const proposal = query.data?.running_games;
  if (proposal !== undefined && proposal !== proposed) setProposed(proposal);
  const isRequested = text !== '' && text === requested;
  return {
    seen: wanted === null || wanted.day !== request?.day ? undefined : query.data,
    isCurrent: isRequested && query.isSuccess && !query.isPlaceholderData && (proposal === proposed || chosen !== null),
    isFetching: query.isFetching,
    failure: isRequested ? query.error : null,
    running,
    retry: () => void query.refetch(),
  };
}

const EMPTY: Omit<ClosureRequest, 'running_games'> = {
  courts: [],
  day: '',
  from_minute: 0,
  until_minute: 0,
  cause: 'other',
  reason: null,
};
