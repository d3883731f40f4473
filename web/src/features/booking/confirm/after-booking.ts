import type { QueryClient } from '@tanstack/react-query';
import { OWN_COURTS } from '@/api/own-courts';

/** Invalidates cached hours, courts and bookings after a change; they are refetched when a screen next needs them. */
export async function invalidateAfterBooking(queryClient: QueryClient, orderid: string): Promise<void> {
  // Mounted screens and the bar of the held court must update at once.
  void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  await Promise.all(
    [['slots'], ['courts'], ['history'], ['order', orderid]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );
}
