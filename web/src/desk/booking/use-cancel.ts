import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { bookingQuery, showWritten, type Booking } from '@/desk/api/bookings';
import { call, type RequestBody } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { useWrite } from '@/desk/api/use-write';
import { cancelAtDeskTexts } from './cancel-texts';

/** Reads what cancelling would give back now. The answer is about the version that the server has, and names it. */
export const cancellationQuery = (order: string, version: number) =>
  queryOptions({
    queryKey: ['cancellation', order, version],
    queryFn: ({ signal }) => call('get', '/api/desk/bookings/{order}/cancellation', { params: { order }, signal }),
    staleTime: 0,
    gcTime: 0,
    // The form, with what was typed, stays while another version is loaded.
    placeholderData: keepPreviousData,
  });

interface Cancelling {
  version: number;
  body: RequestBody<'post', '/api/desk/bookings/{order}/cancellations'>;
}

/** Cancels a booking, and tells the person who cancelled it what goes back to the player. */
export function useCancel(
  { order, returned_paise: before }: Booking,
  { onDone, onRefused }: { onDone: () => void; onRefused: (cause: Error) => void },
) {
  const queryClient = useQueryClient();
  const isSamePerson = useIsSamePerson();
  return useWrite<Booking, Cancelling>({
    write: ({ version, body }, key) =>
      call('post', '/api/desk/bookings/{order}/cancellations', { params: { order }, version, body, key }),
    onSuccess: (booking) => {
      onDone();
      showWritten(queryClient, booking);
      if (!isSamePerson()) return;
      const { name } = booking.player;
      const back = booking.returned_paise - before;
      toast.success(back > 0 ? cancelAtDeskTexts.doneWith(name, rupees(back / 100)) : cancelAtDeskTexts.done(name));
    },
    // A refusal may mean that the booking was changed, or that another amount goes back by now.
    onError: async (cause) => {
      onRefused(cause);
      await queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey });
      await queryClient.invalidateQueries({ queryKey: ['cancellation', order] });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['board'] }),
  });
}
