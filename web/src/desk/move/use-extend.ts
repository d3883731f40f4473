import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { hourText } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { undoBookings, type Booking } from '@/desk/api/bookings';
import { call, type Answer } from '@/desk/api/client';
import { useWrite } from '@/desk/api/use-write';
import { moveTexts } from './texts';

type Extended = Answer<'post', '/api/desk/bookings/{order}/extensions'>;

/** The hour that would be added, and what it costs, for the version that is on the screen. */
export const extensionQuery = (order: string, version: number) =>
  queryOptions({
    queryKey: ['extension', order, version],
    queryFn: ({ signal }) => call('get', '/api/desk/bookings/{order}/extension', { params: { order }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Adds the next hour to a booking, and offers to undo that. */
export function useExtend(booking: Booking, ahead: number, onDone: () => void) {
  const queryClient = useQueryClient();
  const { order, venue, version } = booking;
  const { name } = booking.player;
  const refresh = async (added: string | undefined) => {
    await queryClient.invalidateQueries({ queryKey: ['board', venue] });
    for (const one of [order, added]) await queryClient.invalidateQueries({ queryKey: ['booking', one] });
    await queryClient.invalidateQueries({ queryKey: ['extension', order] });
  };
  const undo = useWrite<undefined, Extended>({
    write: (added, key) => undoBookings(venue, [{ order: added.order, version: added.version }], key),
    onSuccess: () => toast.success(moveTexts.addUndone(name)),
    onError: (cause, added) => {
      toast.error(failureMessage(cause), moveTexts.undoFailed);
      // Nobody knows whether it is undone; another try has the same key.
      if (cause instanceof ApiFailure && cause.unknownOutcome) offer(added);
    },
    onSettled: (_, __, added) => refresh(added.order),
  });

  function offer(added: Extended): void {
    const left = Date.parse(added.undo_until) - ahead - Date.now();
    const text = moveTexts.added(name, hourText(added.minute));
    const action = { label: moveTexts.undo, key: 'Z', run: () => undo.mutate(added) };
    if (left > 0) toast.undoable(text, action, left);
    else toast.success(text);
  }

  return useWrite<Extended, number>({
    write: (total_paise, key) =>
      call('post', '/api/desk/bookings/{order}/extensions', { params: { order }, version, body: { total_paise }, key }),
    onSuccess: (added) => {
      onDone();
      offer(added);
    },
    onSettled: (added) => refresh(added?.order),
  });
}
