import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { bookingQuery, showWritten, type Booking } from '@/desk/api/bookings';
import { call, type Answer, type RequestBody } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useWrite } from '@/desk/api/use-write';
import { nameAndPlace } from '@/desk/lib/place-text';
import { toastUndo } from '@/desk/lib/toast-undo';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { noteTexts } from './note-texts';

type Written = Answer<'post', '/api/desk/bookings/{order}/notes'>;
export type NoteRequest = RequestBody<'post', '/api/desk/bookings/{order}/notes'>;

/**
 * Writes and removes notes that are shown with a booking; one that was just written can be undone. `ahead` is the
 * lead of the server's clock in milliseconds.
 */
export function useNotes(
  { order, player: { name }, court, minute }: Booking,
  ahead: number,
  onWritten: (note: NoteRequest) => void,
) {
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  const refreshBoard = () => queryClient.invalidateQueries({ queryKey: ['board'] });
  const show = (booking: Booking) => showWritten(queryClient, booking);
  const sendRemoval = (note: string, key: string) =>
    call('delete', '/api/desk/bookings/{order}/notes/{note}', { params: { order, note }, key });

  const undo = useWrite<Booking, Written>({
    write: ({ id }, key) => sendRemoval(id, key),
    onSuccess: (booking) => {
      show(booking);
      toast.success(noteTexts.undone);
    },
    onError: (cause, written) => {
      toastWriteFailure(cause, noteTexts.removeFailed);
      // The outcome is unknown, so the undo is offered again with the same key.
      if (isOutcomeUnknown(cause)) offer(written, true);
    },
    onSettled: refreshBoard,
  });

  function offer(written: Written, isAgain = false): void {
    if (!isSamePerson()) return;
    const run = () => undo.mutateNext(written);
    const about = written.booking.notes.find(({ id }) => id === written.id)?.about;
    const whom = about === 'booking' ? nameAndPlace({ name, court: court.name, minute }) : name;
    toastUndo(noteTexts.saved(whom), { label: noteTexts.undo, run, until: written.undo_until, ahead, isAgain });
  }

  const write = useWrite<Written, NoteRequest>({
    write: (body, key) => call('post', '/api/desk/bookings/{order}/notes', { params: { order }, body, key }),
    onSuccess: (written, note) => {
      show(written.booking);
      onWritten(note);
      offer(written);
    },
    onError: (cause) => {
      // The form, which shows it, was closed meanwhile.
      if (!isShown()) toastWriteFailure(cause, noteTexts.failed);
    },
    onSettled: refreshBoard,
  });

  const remove = useWrite<Booking, string>({
    write: sendRemoval,
    onSuccess: (booking) => {
      show(booking);
      toast.success(noteTexts.removed);
    },
    onError: async (cause) => {
      toastWriteFailure(cause, noteTexts.removeFailed);
      // A colleague may have removed it.
      await queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey });
    },
    onSettled: refreshBoard,
  });

  return { write, remove };
}
