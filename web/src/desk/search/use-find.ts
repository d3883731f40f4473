import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { foundQuery, type Found } from '@/desk/api/found';

/** The pause in typing after which the search is sent, in milliseconds. */
const PAUSE_MILLISECONDS = 120;
/** The longest text that the server takes, in characters. */
export const MOST_CHARACTERS = 60;

export interface Search {
  /** The answer for the newest text that has one. */
  found: Found | undefined;
  /** Whether `found` is the answer for the text as it is now. */
  isCurrent: boolean;
  isFetching: boolean;
  failure: Error | null;
  retry: () => void;
}

/** Searches bookings and players. */
export function useFind(venue: number, text: string): Search {
  const q = text.trim();
  const [searched, setSearched] = useState(q);
  useEffect(() => {
    const timer = window.setTimeout(() => setSearched(q), PAUSE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [q]);
  const query = useQuery({
    ...foundQuery(venue, searched),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  const isSearched = q !== '' && q === searched;
  return {
    found: q === '' ? undefined : query.data,
    isCurrent: isSearched && query.isSuccess && !query.isPlaceholderData,
    isFetching: query.isFetching,
    failure: isSearched ? query.error : null,
    retry: () => void query.refetch(),
  };
}
