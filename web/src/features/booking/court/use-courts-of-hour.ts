import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { courtsQuery } from '@/api/courts';
import { OWN_COURTS, ownershipOf, type Ownership } from '@/api/own-courts';
import { useLiveDay } from '@/api/use-live-day';
import { useOwnCourts } from '@/api/use-own-courts';
import { useSession } from '@/lib/session';
import type { CourtAnswer } from './court-groups';
import { unexplained } from './unexplained';

/** A look at the courts of one hour. */
interface Look {
  hour: string;
  courts: readonly CourtAnswer[];
}

/**
 * The courts of an hour, and which of them are the player's own. A court that has just gone is shown as gone only when it
 * is known who has it: what the player did in another tab is never told as somebody else's doing.
 */
export function useCourtsOfHour(venue: number, date: string, time: string) {
  const queryClient = useQueryClient();
  const { isAuthenticated } = useSession();
  const lookAgainAfter = useLiveDay(venue, date, courtsQuery(venue, date, time).queryKey);
  const courts = useQuery({
    ...courtsQuery(venue, date, time),
    refetchInterval: lookAgainAfter,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });
  const own = useOwnCourts({ live: true });
  // Of two looks that contradict each other the later one is right.
  const later = courts.dataUpdatedAt > (own.data?.askedAt ?? 0) ? courts.data : undefined;
  const ownership = (court: number | undefined): Ownership | undefined =>
    !isAuthenticated || later?.some(({ court_id, available }) => court_id === court && available === 'yes')
      ? undefined
      : ownershipOf(own.data, { venue, date, time, court });

  const hour = `${venue} ${date} ${time}`;
  const { data } = courts;
  const fresh = !courts.isPlaceholderData;
  const [settled, setSettled] = useState<Look | null>(null);
  const before = settled?.hour === hour ? settled.courts : undefined;
  // Their own courts, asked for when the new look was there already, or the server does not tell of them.
  const told = Math.max(own.data?.askedAt ?? 0, own.errorUpdatedAt) >= courts.dataUpdatedAt;
  const open =
    isAuthenticated &&
    !told &&
    data !== undefined &&
    before !== undefined &&
    data !== before &&
    unexplained(before, data, (court) => ownership(court) !== undefined);
  if (fresh && data !== undefined && !open && data !== before) setSettled({ hour, courts: data });

  useEffect(() => {
    if (open) void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  }, [open, queryClient, courts.dataUpdatedAt]);

  return {
    courts,
    /** What to show: the last look of which everything is known. */
    shown: open ? before : data,
    ownership,
    /** Until the server has told what is their own, nothing can be said of a court that is not free. */
    ownKnown: !isAuthenticated || own.data !== undefined || own.isError,
  };
}
