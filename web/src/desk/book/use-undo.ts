import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { undoBookings, type Booked } from '@/desk/api/bookings';
import { useIsSamePerson } from '@/desk/api/me';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { shouldRepeat } from '@/desk/api/repeat-write';
import { endedSessions, requireSameSession } from '@/desk/api/signed-out';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { WriteKey } from '@/desk/api/write-key';
import { toastUndo } from '@/desk/lib/toast-undo';
import { bookTexts } from './texts';

/** A booking that can be undone: the answer of the server, and its slots as a short text. */
interface Undoable {
  booked: Booked;
  place: string;
  /** The Idempotency-Key of its undo. */
  key: WriteKey;
}

/** An undo that runs: `begunAt` is `endedSessions` from when it was pressed. */
type Undoing = Undoable & { begunAt: number };

/**
 * Says that slots were booked, with a button and a key that undo it until the server's time for that is over. `ahead` is
 * the lead of the server's clock in milliseconds; `onUndone` is called with the undone orders. Several bookings can be
 * undone at the same time.
 */
export function useUndo(venue: number, ahead: number, onUndone: (orders: readonly string[]) => void) {
  const queryClient = useQueryClient();
  const isSamePerson = useIsSamePerson();
  const write = useMutation<undefined, Error, Undoing>({
    retry: shouldRepeat,
    mutationFn: async ({ booked, key, begunAt }) => {
      requireSameSession(begunAt);
      const orders = booked.bookings.map(({ order, version }) => ({ order, version }));
      try {
        return await undoBookings(venue, orders, key.next(orders));
      } catch (cause) {
        throw key.judge(cause);
      }
    },
    onSuccess: (_, { booked, place }) => {
      if (isSamePerson()) toast.success(bookTexts.undone(booked.player.name, place));
      onUndone(booked.bookings.map(({ order }) => order));
    },
    onError: (cause, undoable) => {
      const { booked, place } = undoable;
      const unnamed = bookTexts.undoFailedUnnamed(place);
      const title = isSamePerson() ? { named: bookTexts.undoFailed(booked.player.name, place), unnamed } : unnamed;
      toastWriteFailure(cause, title);
      // The outcome is unknown, so the undo is offered again with the same key.
      if (isOutcomeUnknown(cause)) offer(undoable, true);
    },
    onSettled: async (_, __, { booked }) => {
      await queryClient.invalidateQueries({ queryKey: ['board', venue] });
      const orders = booked.bookings.map(({ order }) => order);
      await Promise.all(orders.map((order) => queryClient.invalidateQueries({ queryKey: ['booking', order] })));
    },
  });

  function offer(undoable: Undoable, isAgain = false): void {
    if (!isSamePerson()) return;
    const { booked, place } = undoable;
    const text = bookTexts.booked(booked.player.name, place);
    const run = () => write.mutate({ ...undoable, begunAt: endedSessions() });
    toastUndo(text, { label: bookTexts.undo, run, until: booked.undo_until, ahead, isAgain });
  }

  return { announce: (booked: Booked, place: string) => offer({ booked, place, key: new WriteKey() }) };
}
