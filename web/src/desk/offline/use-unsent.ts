import { useStore } from '@/lib/store';
import { queueStore } from '@/desk/api/queue';

/** Whether a fact about one of these bookings waits on this device. */
export function useUnsent(orders: readonly (string | null)[]): boolean {
  const facts = useStore(queueStore);
  return facts.some(({ order, refusal }) => refusal === null && order !== null && orders.includes(order));
}
