import { may, type Me } from '@/desk/api/me';

/**
 * Whether voiding a payment is offered: an owner voids any, a manager those of today, a clerk their own of today. For how
 * long a clerk may, the server decides.
 */
export function mayVoid(me: Me, { by_id, isOfToday }: { by_id: string | null; isOfToday: boolean }): boolean {
  if (!may(me, 'payment.void')) return false;
  if (me.staff.role === 'owner') return true;
  return isOfToday && (me.staff.role === 'manager' || by_id === me.staff.id);
}
