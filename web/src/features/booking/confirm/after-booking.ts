import type { QueryClient } from '@tanstack/react-query';
import { OWN_COURTS } from '@/api/own-courts';

/** What was known of hours, courts and bookings has just changed: it is asked for again when somebody looks. */
export async function forgetAfterBooking(queryClient: QueryClient, orderid: string): Promise<void> {
  // Screens that stay on, and the line that leads back to a hold, need to know at once.
  void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  await Promise.all(
    [['slots'], ['courts'], ['history'], ['order', orderid]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );
}
