import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { bookingHistoryQuery } from './api/booking-history';
import { historyTexts } from './texts';

/** The history for a screen: fetched only when authenticated; shows the toasts of spec §8. */
export function useBookingHistory() {
  const { isAuthenticated } = useSession();
  const history = useQuery({ ...bookingHistoryQuery, enabled: isAuthenticated });
  const { error, errorUpdatedAt } = history;
  const none = history.data?.none ?? null;
  useEffect(() => {
    if (none !== null) toast.error(none || historyTexts.none, historyTexts.noneTitle);
  }, [none]);
  useEffect(() => {
    const ended = error instanceof ApiFailure && error.endsSession;
    if (error !== null && !ended) toast.error(historyTexts.failed, historyTexts.failedTitle);
  }, [error, errorUpdatedAt]);
  return history;
}
