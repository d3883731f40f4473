import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { foundQuery, type Found } from '@/desk/api/found';

/** Milliseconds without typing after which the server is asked. */
const TYPED_MILLISECONDS = 120;
/** The longest text that the server takes. */
export const MOST_CHARACTERS = 60;

export interface Search {
  /** What was found for the newest text that has an answer. */
  found: Found | undefined;
  /** Whether `found` is the answer for the text as it is now. */
  isCurrent: boolean;
  isFetching: boolean;
  failure: Error | null;
  retry: () => void;
}

/** Searches bookings and players at a venue. */
export function useFind(venue: number, text: string): Search {
  const q = text.trim();
  const [asked, setAsked] = useState(q);
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(q), TYPED_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [q]);
  const query = useQuery({
    ...foundQuery(venue, asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const isAsked = q !== '' && q === asked;
  return {
    found: q === '' ? undefined : query.data,
    isCurrent: isAsked && query.isSuccess && !query.isPlaceholderData,
    isFetching: query.isFetching,
    failure: isAsked ? query.error : null,
    retry: () => void query.refetch(),
  };
}
