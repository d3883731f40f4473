import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { call } from '@/desk/api/client';
import { meQuery } from '@/desk/api/me';
import type { components } from '@/desk/api/schema';
import { staffTexts } from './texts';

/** A member of staff in the list; `may_change` is whether the person who is signed in may change them. */
export type Member = components['schemas']['StaffItem'];
export type Role = Member['role'];
/** A link with which a person signs in once. */
export type Link = components['schemas']['MadeLinkAnswer'];

/** The permissions that can be denied to one person here, with the names of their texts. */
export const DENIABLE = [
  ['payment.take', 'takeMoney'],
  ['payment.void', 'voidPayments'],
  ['refund.cash', 'giveMoneyBack'],
  ['booking.cancel', 'cancelBookings'],
  ['phone.read', 'seePhones'],
] as const;

/** Reads the people who work at the desk. */
export const staffQuery = {
  queryKey: ['staff'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call('get', '/api/desk/staff', { signal })).staff,
  staleTime: 0,
};

/** Reads the list again, and who is signed in: they may have changed themselves. */
export function useRereadStaff(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
}

/** The message of a failed call about a person. */
export function staffFailure(cause: unknown): string {
  if (cause instanceof ApiFailure && Object.hasOwn(staffTexts.failures, cause.code)) {
    return staffTexts.failures[cause.code as keyof typeof staffTexts.failures];
  }
  return failureMessage(cause);
}
