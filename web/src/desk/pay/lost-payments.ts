import { createStore } from '@/lib/store';

/** The bookings of which it is not known whether their last payment was taken, because no answer came. */
export const lostPayments = createStore<readonly string[]>([]);

/** Records whether the outcome of the last payment of these bookings is unknown. */
export function noteLost(orders: readonly string[], isLost: boolean): void {
  lostPayments.set((now) => [...now.filter((order) => !orders.includes(order)), ...(isLost ? orders : [])]);
}
