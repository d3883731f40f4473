import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRefusal } from '@/api/api-failure';
import { courtsQuery } from '@/api/courts';
import { OWN_COURTS, ownershipOf, type Ownership } from '@/api/own-courts';
import { useLiveDay } from '@/api/use-live-day';
import { useOwnCourts } from '@/api/use-own-courts';
import { useSession } from '@/lib/session';
import type { CourtAnswer } from './court-groups';
import { needsOwnershipCheck } from './needs-ownership-check';

/** The courts of one hour in one reply. */
interface Snapshot {
  hour: string;
  courts: readonly CourtAnswer[];
}

/**
 * The courts of an hour, and which of them are the player's own. A court that was just taken is shown as taken once the
 * player's own courts were requested again, so that an own action in another tab is not reported as another player's.
 */
export function useCourtsOfHour(venue: number, date: string, time: string, sport: number) {
  const queryClient = useQueryClient();
  const { isAuthenticated } = useSession();
  const refetchAfter = useLiveDay({ venue, sport }, date, courtsQuery(venue, date, time, sport).queryKey);
  const courts = useQuery({
    ...courtsQuery(venue, date, time, sport),
    refetchInterval: refetchAfter,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });
  const isRefused = isRefusal(courts.error);
  const own = useOwnCourts({ isLive: true });
  // If the two replies contradict each other, the later one is right.
  const later = courts.dataUpdatedAt > (own.data?.requestedAt ?? 0) ? courts.data : undefined;
  const ownership = (court: number | undefined): Ownership | undefined =>
    !isAuthenticated || later?.some(({ court_id, available }) => court_id === court && available === 'yes')
      ? undefined
      : ownershipOf(own.data, { venue, date, time, court });

  const hour = `${venue} ${date} ${time}`;
  const { data } = courts;
  const isFresh = !courts.isPlaceholderData;
  const [settled, setSettled] = useState<Snapshot | null>(null);
  const before = settled?.hour === hour ? settled.courts : undefined;
  // Whether the player's own courts were requested after the courts of the hour arrived, or that request failed.
  const isCurrent = Math.max(own.data?.requestedAt ?? 0, own.errorUpdatedAt) >= courts.dataUpdatedAt;
  const isOwnerUnknown =
    isAuthenticated &&
    !isCurrent &&
    data !== undefined &&
    before !== undefined &&
    data !== before &&
    needsOwnershipCheck(before, data, (court) => ownership(court) !== undefined);
  if (isFresh && data !== undefined && !isOwnerUnknown && data !== before) setSettled({ hour, courts: data });

  useEffect(() => {
    if (isOwnerUnknown) void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  }, [isOwnerUnknown, queryClient, courts.dataUpdatedAt]);

  return {
    courts,
    /** The courts to show; undefined until they are known, or if the server refuses to list them. */
    shown: isRefused ? undefined : isOwnerUnknown ? before : data,
    isRefused,
    ownership,
    /** Whether the player's own courts are known; before that, a court that is not free may be the player's own. */
    isOwnKnown: !isAuthenticated || own.data !== undefined || own.isError,
  };
}
