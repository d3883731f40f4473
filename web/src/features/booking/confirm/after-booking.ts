import type { QueryClient } from '@tanstack/react-query';

/** What was known of hours, courts and bookings has just changed: it is asked for again when somebody looks. */
export async function forgetAfterBooking(queryClient: QueryClient, orderid: string): Promise<void> {
  await Promise.all(
    [['slots'], ['courts'], ['history'], ['order', orderid]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );
}
