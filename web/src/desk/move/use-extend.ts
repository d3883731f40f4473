import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { hourText } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { undoBookings } from '@/desk/api/bookings';
import { call, type Answer } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { toastUndo } from '@/desk/lib/toast-undo';
import { moveTexts } from './texts';

type Extended = Answer<'post', '/api/desk/bookings/{order}/extensions'>;

/** Reads the hour that can be added now and its price; again for each `version` on the screen. */
export const extensionQuery = (order: string, version: number) =>
  queryOptions({
    queryKey: ['extension', order, version],
    queryFn: ({ signal }) => call('get', '/api/desk/bookings/{order}/extension', { params: { order }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** A booking to which an hour is added, as it is on the screen. */
export interface Extendable {
  order: string;
  venue: number;
  version: number;
  name: string;
}

/** An hour to add as it was shown: its day and minute at the venue, and what it costs, in paise. */
export interface Extension extends Extendable {
  day: string;
  minute: number;
  total_paise: number;
}

/**
 * Adds the next hour to a booking, and offers to undo that; the server's clock is `ahead` milliseconds ahead. If the hour is not
 * added, or that is not known, `onFailed` is called.
 */
export function useExtend(ahead: number, onFailed: (cause: Error, of: Extension) => void) {
  const queryClient = useQueryClient();
  const isSamePerson = useIsSamePerson();
  const refresh = async ({ order, venue }: Extendable, added: string | undefined) => {
    await queryClient.invalidateQueries({ queryKey: ['board', venue] });
    for (const one of [order, added]) await queryClient.invalidateQueries({ queryKey: ['booking', one] });
    await queryClient.invalidateQueries({ queryKey: ['extension', order] });
  };
  const undo = useWrite<undefined, { of: Extendable; added: Extended }>({
    write: ({ of, added }, key) => undoBookings(of.venue, [{ order: added.order, version: added.version }], key),
    onSuccess: (_, { of }) => {
      if (isSamePerson()) toast.success(moveTexts.addUndone(of.name));
    },
    onError: (cause, undoable) => {
      toastWriteFailure(cause, moveTexts.undoFailed);
      // The outcome is unknown, so the undo is offered again with the same key.
      if (isOutcomeUnknown(cause)) offer(undoable, true);
    },
    onSettled: (_, __, { of, added }) => refresh(of, added.order),
  });

  function offer(undoable: { of: Extendable; added: Extended }, isAgain = false): void {
    if (!isSamePerson()) return;
    const { of, added } = undoable;
    const text = moveTexts.added(of.name, hourText(added.minute));
    const run = () => undo.mutateNext(undoable);
    toastUndo(text, { label: moveTexts.undo, run, until: added.undo_until, ahead, isAgain });
  }

  return useWrite<Extended, Extension>({
    write: ({ order, version, day, minute, total_paise }, key) => {
      const body = { day, minute, total_paise };
      return call('post', '/api/desk/bookings/{order}/extensions', { params: { order }, version, body, key });
    },
    onSuccess: (added, of) => offer({ of, added }),
    onError: (cause, of) => onFailed(cause, of),
    onSettled: (added, _, of) => refresh(of, added?.order),
  });
}
