import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { courtsQuery } from '@/api/courts';
import { failureMessage } from '@/api/failure-message';
import { slotsQuery } from '@/api/slots';
import { useSingleMutation } from '@/api/use-single-mutation';
import { deviceId } from '@/lib/device-id';
import { paths } from '@/lib/paths';
import { toast } from '@/lib/toast';
import { againTexts } from '../texts';
import { type WeekLaterResult, type Hour, weekLater } from './week-later';

/** The slot of a booking that is to be booked again. */
export interface BookedSlot extends Hour {
  venue: number;
  sport: number;
  court: number;
}

/**
 * Checks whether the same weekday and hour, a week after the booking or later, is free and goes to its courts;
 * otherwise returns the refusal to show.
 */
export function useBookAgain(slot: BookedSlot) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [refusal, setRefusal] = useState<Exclude<WeekLaterResult, { kind: 'free' }> | null>(null);
  const place = { venue: slot.venue, sport: slot.sport, device_id: deviceId() };

  /** Whether the player is still at this path: a late reply must not bring them back from another screen. */
  function isStillAt(pathname: string): boolean {
    return router.latestLocation.pathname === pathname;
  }

  /** Goes from this path to the courts of an hour, with the same court preselected if it is free then. */
  async function goTo(hour: Hour, from: string) {
    const courts = await queryClient.fetchQuery(courtsQuery(slot.venue, hour.date, hour.time, slot.sport));
    if (!isStillAt(from)) return;
    const same = courts.some((court) => court.court_id === slot.court && court.available === 'yes');
    await navigate(
      paths.courtSelection({ ...place, date: hour.date, time: hour.time, ...(same ? { court: slot.court } : {}) }),
    );
  }

  async function findHour(from: string) {
    const offered = await queryClient.fetchQuery(slotsQuery(slot.venue, slot.sport));
    if (!isStillAt(from)) return;
    const again = weekLater(slot, offered.date);
    if (again.kind === 'free') await goTo(again.hour, from);
    else setRefusal(again);
  }

  const { mutate, isPending } = useSingleMutation({
    mutationFn: async (hour: Hour | 'a week later') => {
      // Offline, the queries would wait for the network, and the button with them.
      if (!navigator.onLine) throw new ApiFailure(0, 'network');
      const from = router.latestLocation.pathname;
      await (hour === 'a week later' ? findHour(from) : goTo(hour, from));
    },
    onError: (cause) => toast.error(failureMessage(cause), againTexts.failed),
  });

  return {
    isBusy: isPending,
    refusal,
    bookAgain: () => mutate('a week later'),
    take: (hour: Hour) => mutate(hour),
    otherHours: () => void navigate(paths.timeDateSelection(place)),
    close: () => setRefusal(null),
  };
}
