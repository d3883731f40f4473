import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { toast } from '@/lib/toast';
import { useSession } from '@/lib/session';
import { customerInfoQuery } from './api/customer-info';
import { profileTexts } from './texts';

/** The player's data for a screen; a failed fetch is told by the toast of spec §8 too. */
export function useCustomer() {
  const { isAuthenticated } = useSession();
  // Who has just logged out is still here for a moment, and asks for nothing any more.
  const customer = useQuery({ ...customerInfoQuery, enabled: isAuthenticated });
  const { error, errorUpdatedAt } = customer;
  useEffect(() => {
    // An ended session has its own words, and the shell goes to login.
    const ended = error instanceof ApiFailure && error.status === 401;
    if (error !== null && !ended) toast.error(profileTexts.loadFailed, profileTexts.loadFailedTitle);
  }, [error, errorUpdatedAt]);
  return customer;
}
