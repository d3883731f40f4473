import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { seriesQuery, type SeriesWeek } from '@/desk/api/series';
import type { Slot } from '@/desk/lib/slots';
import { chosenSlots, weeksOf, weeksOffered, type ClashChoices, type LaterSlot } from './series';

/** A weekly series that a clerk is choosing. */
export interface Series {
  /** The number of weeks in all; 1 for a single booking. */
  weeks: number;
  /** The numbers of weeks that can be chosen. */
  offered: readonly number[];
  /** The later weeks with what is free in each; undefined until they have come, and for a single booking. */
  later: readonly SeriesWeek[] | undefined;
  choices: ClashChoices;
  /** The slots that are booked in later weeks; undefined until they are known. */
  slots: readonly LaterSlot[] | undefined;
  failure: Error | null;
  isFetching: boolean;
  setWeeks: (weeks: number) => void;
  /** Takes another court in a week; null leaves the slot out. */
  choose: (clash: string, court: number | null) => void;
  retry: () => void;
  /** Reads again what is free in the later weeks. */
  refresh: () => void;
}

const NONE: readonly LaterSlot[] = [];

/** The later weeks of a series of at most `mostWeeks` weeks that begins with these slots of a day. */
export function useSeries(venue: number, day: string, first: readonly Slot[], mostWeeks: number): Series {
  const queryClient = useQueryClient();
  const [chosen, setWeeks] = useState(1);
  const [choices, setChoices] = useState<ClashChoices>(new Map());
  // A series to which another court is added may have too many slots, so fewer weeks are offered.
  const offered = weeksOffered(first.length, mostWeeks);
  const weeks = weeksOf(chosen, offered);
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
    offered,
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
