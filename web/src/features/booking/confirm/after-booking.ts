import type { QueryClient } from '@tanstack/react-query';
import { OWN_COURTS } from '@/api/own-courts';

/**
 * Invalidates cached hours, courts and bookings after a change. The order itself is forgotten: its data from before
 * would say that nothing was booked.
 */
export async function invalidateAfterBooking(queryClient: QueryClient, orderid: string): Promise<void> {
  // Mounted screens and the bar of the held court must update at once.
  void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  void queryClient.resetQueries({ queryKey: ['order', orderid] });
  await Promise.all(
    [['slots'], ['courts'], ['history']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );
}
