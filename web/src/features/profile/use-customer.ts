import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { toast } from '@/lib/toast';
import { useSession } from '@/lib/session';
import { customerInfoQuery } from './api/customer-info';
import { profileTexts } from './texts';

/** The player's data for a screen; a failed fetch also shows the toast of spec §8. */
export function useCustomer() {
  const { isAuthenticated } = useSession();
  // After a logout this screen is still rendered for a moment and must not fetch.
  const customer = useQuery({ ...customerInfoQuery, enabled: isAuthenticated });
  const { error, errorUpdatedAt } = customer;
  useEffect(() => {
    // An ended session has its own message, and the shell redirects to login.
    const isEnded = error instanceof ApiFailure && error.endsSession;
    if (error !== null && !isEnded) toast.error(profileTexts.loadFailed, profileTexts.loadFailedTitle);
  }, [error, errorUpdatedAt]);
  return customer;
}
