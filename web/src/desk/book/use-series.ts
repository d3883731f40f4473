import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { seriesQuery, type SeriesWeek } from '@/desk/api/series';
import type { Slot } from '@/desk/lib/slots';
import { chosenSlots, type ClashChoices, type LaterSlot } from './series';

/** A weekly series that is being put together. */
export interface Series {
  /** How many weeks in all; 1 for a single booking. */
  weeks: number;
  /** The later weeks with what is free in each; undefined until they have come. */
  later: readonly SeriesWeek[] | undefined;
  choices: ClashChoices;
  /** What is booked in later weeks; undefined until it is known. */
  slots: readonly LaterSlot[] | undefined;
  failure: Error | null;
  isFetching: boolean;
  setWeeks: (weeks: number) => void;
  /** Takes another court in a week; null leaves the slot out. */
  choose: (clash: string, court: number | null) => void;
  retry: () => void;
  /** Asks again what is free. */
  refresh: () => void;
}

const NONE: readonly LaterSlot[] = [];

/** The later weeks of a series that begins with these slots of a day. */
export function useSeries(venue: number, day: string, first: readonly Slot[]): Series {
  const queryClient = useQueryClient();
  const [weeks, setWeeks] = useState(1);
  const [choices, setChoices] = useState<ClashChoices>(new Map());
  const isSeries = weeks > 1 && first.length > 0;
  const { data, error, isFetching, refetch } = useQuery({
    ...seriesQuery(venue, day, first, weeks),
    enabled: isSeries,
  });
  const later = isSeries ? data?.weeks : undefined;

  function choose(clash: string, court: number | null): void {
    setChoices((before) => {
      const next = new Map(before);
      if (court === null) next.delete(clash);
      else next.set(clash, court);
      return next;
    });
  }

  return {
    weeks,
    later,
    choices,
    slots: isSeries ? later && chosenSlots(later, choices) : NONE,
    failure: isSeries && later === undefined ? error : null,
    isFetching,
    setWeeks,
    choose,
    retry: () => void refetch(),
    refresh: () => void queryClient.invalidateQueries({ queryKey: ['series', venue] }),
  };
}
