import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { toast } from '@/lib/toast';
import { useSingleFlight } from '@/lib/use-single-flight';
import type { Board } from '@/desk/api/board';
import { postBookings, type Booked, type BookRequest } from '@/desk/api/bookings';
import { DeskProblem, fieldsOf, hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useWrite } from '@/desk/api/use-write';
import { isSameSlot, slotKey } from '@/desk/lib/slots';
import { bookSlots, placeOf, totalOf, type BookSlot } from './book-slots';
import type { HoldKeeper } from './hold-keeper';
import type { PayNow } from './pay-now';
import type { LaterSlot } from './series';
import { bookTexts } from './texts';
import type { ChosenPlayer } from './use-player-form';

/** Why nothing was booked: a sentence about the whole form, and the fields with an error. */
interface Refusal {
  message: string | null;
  fields: Readonly<Record<string, string>>;
  /**
   * The id of the player of the refused request; absent or null for a new number and a guest, for a refusal because of the slots or the
   * shift, and if nothing was sent.
   */
  player?: string | null;
  /** Whether the booking for that player needs the approval of a colleague. */
  needsApproval?: boolean;
}

/** What the slots cost by now, in paise: all of them, and those of the first day, which can be paid at once. */
interface NewPrice {
  total: number;
  firstDay: number | undefined;
}

/** The fields of the panel that show their own error. */
const SHOWN_FIELDS = ['phone', 'name', 'contact_name'];

const NO_FIELDS: Refusal['fields'] = {};

/** The key of the slots that a booking or a total is for. */
function keyOf({ day, slots, later_weeks }: Pick<BookRequest, 'day' | 'slots' | 'later_weeks'>): string {
  return [day, ...slots.map(slotKey), ...(later_weeks ?? []).map((slot) => `${slot.day} ${slotKey(slot)}`)].join();
}

/**
 * Books the slots for a player at the total that the clerk has seen; if the total has changed, the new one is shown and
 * nothing is booked yet. `onBooked` is called also if the panel is closed by then.
 */
export function useBook({
  venue,
  day,
  board,
  slots,
  later,
  keeper,
  isShown,
  isStillFor,
  onBooked,
  onWeekGone,
}: {
  venue: number;
  day: string;
  /** The board, which names the courts; undefined until it has come. */
  board: Board | undefined;
  slots: readonly BookSlot[];
  /** The slots of later weeks of a series; undefined until they are known. */
  later: readonly LaterSlot[] | undefined;
  keeper: HoldKeeper;
  /** Whether the panel is still open. */
  isShown: () => boolean;
  /** Whether the form still has this player, and not the next caller. */
  isStillFor: (player: ChosenPlayer) => boolean;
  onBooked: (booked: Booked, sent: BookRequest) => void;
  /** Called when a slot of a series is taken; the weeks have to be read again to know which one. */
  onWeekGone: () => void;
}) {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // The prices of the server if they differ from those that were shown, and the slots that they are for.
  const [changedPrice, setChangedPrice] = useState<(NewPrice & { slots: string }) | null>(null);
  // The last request if no answer came: the server may have booked it.
  const [lost, setLost] = useState<BookRequest | null>(null);
  // The request that waits for the float to be counted.
  const [waiting, setWaiting] = useState<BookRequest | null>(null);
  const chosen = keyOf({ day, slots: [...slots], later_weeks: [...(later ?? [])] });
  // Other slots are another booking.
  if (waiting !== null && keyOf(waiting) !== chosen) setWaiting(null);
  const newestChosen = useRef(chosen);
  useEffect(() => {
    newestChosen.current = chosen;
  });
  // The float may be counted only after its form was closed: then nothing waits any more.
  const newestWaiting = useRef<BookRequest | null>(null);
  useEffect(() => {
    newestWaiting.current = waiting;
    return () => {
      newestWaiting.current = null;
    };
  }, [waiting]);
  // The player of the last request.
  const sentFor = useRef<ChosenPlayer | null>(null);
  const isUnknown = lost !== null && keyOf(lost) === chosen;
  const newPrice = changedPrice?.slots === chosen ? changedPrice : null;
  const newTotal = newPrice?.total ?? null;
  const firstTotal = totalOf(slots);
  const laterTotal = later?.reduce((sum, { price_paise }) => sum + price_paise, 0);
  const total =
    newTotal ?? (firstTotal === undefined || laterTotal === undefined ? undefined : firstTotal + laterTotal);

  const write = useWrite<Booked, BookRequest>({
    write: (body, key) => keeper.runBooking(body.day, body.slots, () => postBookings(venue, body, key)),
    onMutate: () => setRefusal(null),
    onSuccess: (booked, body) => {
      setLost(null);
      onBooked(booked, body);
    },
    onError: (cause, body) => {
      const isLost = isOutcomeUnknown(cause);
      if (!isShown()) toastWriteFailure(cause, bookTexts.failed);
      // Other slots are chosen by now, and the panel says nothing of these until they are chosen again.
      else if (isLost && !isChosen(body)) toast.forAnyone('error', bookTexts.unknownTitle, placeOfSent(body));
      setLost(isLost ? body : null);
      if (isLost) return;
      if (cause instanceof DeskProblem && cause.code === 'shift_needed' && isShown()) {
        if (isChosen(body)) setWaiting(body);
        else setRefusal({ message: messageOf(cause, body), fields: NO_FIELDS });
        return;
      }
      const current = currentPrice(cause);
      const fields = fieldsOf(cause);
      if (current !== null) {
        setChangedPrice({ ...current, slots: keyOf(body) });
      } else if (cause instanceof DeskProblem && cause.code === 'slot_taken') {
        markTaken(cause, body);
      } else {
        // The fields of the next caller are not those that were refused.
        const isByField = otherCaller() === null && Object.keys(fields).some((field) => SHOWN_FIELDS.includes(field));
        setRefusal({
          message: isByField ? null : messageOf(cause, body),
          fields: isByField ? fields : NO_FIELDS,
          player: body.player.id ?? null,
          needsApproval: hasCode(cause, 'approval_needed'),
        });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['board', venue] }),
  });

  /** Whether the slots of a request are still those that are chosen. */
  function isChosen(body: BookRequest): boolean {
    return keyOf(body) === newestChosen.current;
  }
  /** The name of the player of the last request if the form has the next caller by now; null if it has the same player. */
  function otherCaller(): string | null {
    const { current: player } = sentFor;
    return player === null || isStillFor(player) ? null : player.name;
  }
  /** The message of a refusal; it names the player if the form has the next caller by now, and the place if other slots are chosen. */
  function messageOf(cause: Error, body: BookRequest): string {
    const about = [otherCaller(), isChosen(body) ? null : placeOfSent(body)].filter((part) => part !== null);
    const message = failureMessage(cause);
    return about.length === 0 ? message : `${about.join(', ')}: ${message}`;
  }
  /** The slots of a request as a short text. */
  function placeOfSent({ slots: sent }: BookRequest): string {
    return placeOf(bookSlots(board, sent, new Map()));
  }
  /** Marks the slot that the refusal names as taken; in a series, or if no single slot that is still chosen fits, requests all again. */
  function markTaken(cause: DeskProblem, body: BookRequest): void {
    if ((body.later_weeks ?? []).length > 0) {
      setRefusal({ message: isChosen(body) ? bookTexts.weekGone : messageOf(cause, body), fields: NO_FIELDS });
      keeper.holdAgain();
      onWeekGone();
      return;
    }
    const { court } = cause.body.params ?? {};
    const sent = bookSlots(board, body.slots, new Map());
    const [gone, ...others] = sent.filter(({ details }) => sent.length === 1 || details?.name === court);
    // Other slots may be chosen by now: only one of the new choice has a notice of its own.
    const isStillChosen = gone !== undefined && body.day === day && slots.some((slot) => isSameSlot(slot, gone));
    if (isStillChosen && others.length === 0) {
      keeper.markMissing(gone, cause);
    } else {
      setRefusal({ message: messageOf(cause, body), fields: NO_FIELDS });
      keeper.holdAgain();
    }
  }

  /** Says that nothing was sent because the choice was changed, or the panel closed, after the clerk pressed the button. */
  function tellNotSent(): void {
    if (isShown()) setRefusal({ message: bookTexts.notSent, fields: NO_FIELDS });
    else toast.forAnyone('warning', bookTexts.notSent, bookTexts.failed);
  }

  const [book, isPreparing] = useSingleFlight(
    async (
      chosenPlayer: ChosenPlayer,
      { tender, arrive }: PayNow,
      approval: BookRequest['approval'],
      isStillChosen: () => boolean,
    ): Promise<void> => {
      const { player, contact_name } = chosenPlayer;
      const held = await keeper.awaitHolds();
      // The later weeks and the total are of the choice for which the clerk pressed the button.
      if (chosen !== newestChosen.current || !isStillChosen()) {
        tellNotSent();
        return;
      }
      // If a slot is not held, its own notice says so.
      if (held === null || later === undefined || laterTotal === undefined) return;
      const sent = held.map(({ court, minute }) => ({ court, minute }));
      const firstDay = held.reduce((sum, { price_paise }) => sum + price_paise, 0);
      const quoted = newTotal ?? firstDay + laterTotal;
      const pay = tender === null ? null : { tender };
      const later_weeks = later.map(({ day: week, court, minute }) => ({ day: week, court, minute }));
      const approved = approval ? { approval } : {};
      const body = {
        day,
        slots: sent,
        later_weeks,
        player,
        contact_name,
        total_paise: quoted,
        pay,
        arrive,
        ...approved,
      };
      if (quoted !== total) {
        setChangedPrice({ slots: keyOf(body), total: quoted, firstDay });
        return;
      }
      sentFor.current = chosenPlayer;
      write.mutate(body);
    },
  );

  return {
    /** The sum that is shown, in paise; undefined while unknown. */
    total,
    /** The sum that is paid if it is paid at once, in paise: for the games of the first day. */
    payNowTotal: later?.length === 0 ? total : (newPrice?.firstDay ?? firstTotal),
    /** Whether `total` is another one than the clerk saw before. */
    isNewTotal: newPrice !== null,
    isBusy: isPreparing || write.isPending,
    /** Whether the outcome of the last attempt for these slots is unknown; only `repeat` finds out. */
    isUnknown,
    /** Sends the same again, which books nothing twice. */
    repeat: () => {
      if (lost !== null && isUnknown) write.mutate(lost);
    },
    /** Whether the float has to be counted before the money can be taken. */
    isWaiting: waiting !== null,
    /** Books after the float was counted. */
    goOn: () => {
      const { current: body } = newestWaiting;
      if (body === null) return;
      setWaiting(null);
      // The board may still be read again after the refusal.
      write.mutateNext(body);
    },
    stopWaiting: () => setWaiting(null),
    message: refusal?.message ?? null,
    fields: refusal?.fields ?? NO_FIELDS,
    /**
     * Why the last attempt was refused; null after a change, while its outcome is unknown or it waits for the float, and for a refusal that
     * is shown at a slot or as another total.
     */
    cause: refusal === null ? null : write.error,
    /** The id of the player for whom the last attempt was refused; null after a change, and where `Refusal` has none. */
    refusedPlayer: refusal?.player ?? null,
    /** Whether the booking for that player needs the approval of a colleague. */
    needsApproval: refusal?.needsApproval ?? false,
    /** Books for a player, unless before it is sent other slots are chosen or `isStillChosen` finds another change. */
    book: (player: ChosenPlayer, payNow: PayNow, approval: BookRequest['approval'], isStillChosen: () => boolean) =>
      void book(player, payNow, approval, isStillChosen),
    tellNotSent,
    /** Removes the refusal, because the clerk has changed something since. */
    clear: () => setRefusal(null),
  };
}

/** The prices that a refusal with `price_changed` names; null for any other failure. */
function currentPrice(cause: unknown): NewPrice | null {
  if (!(cause instanceof DeskProblem) || cause.code !== 'price_changed') return null;
  const current = cause.body.current as { total_paise?: number; first_day_paise?: number } | undefined;
  if (current?.total_paise === undefined) return null;
  return { total: current.total_paise, firstDay: current.first_day_paise };
}
