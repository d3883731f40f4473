import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { bookingQuery, type Booking } from '@/desk/api/bookings';
import { call } from '@/desk/api/client';
import { MONEY_WRITE, type PaymentAnswer, type PaymentRequest } from '@/desk/api/money';
import { DeskProblem, hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { changedText } from '@/desk/booking/history-text';
import { useIsShown } from '@/desk/lib/use-is-shown';
import type { DueLine } from './amounts';
import { setPaymentLost } from './lost-payments';
import { openReceipt } from './open-receipt';
import { takeMoneyTexts } from './texts';

/** How long the toast of a payment offers its receipt, in milliseconds. */
const RECEIPT_MILLISECONDS = 10_000;

/** Why no money was taken. */
interface Refusal {
  /** A sentence about the whole form; null if `amount` says it. */
  message: string | null;
  /** The error of the amount; null if it has none. */
  amount: string | null;
}

/**
 * Takes money for bookings of a venue, each attempt once: the same call again after a lost answer takes nothing twice.
 * `onTaken` is called after a payment. If the form for the booking `order` is gone when a failure comes, a toast reports it.
 */
export function useTake(venue: number, order: string, onTaken: (answer: PaymentAnswer) => void) {
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // The request that waits for the float to be counted, and the last request if no answer came.
  const [waiting, setWaiting] = useState<PaymentRequest | null>(null);
  const [lost, setLost] = useState<PaymentRequest | null>(null);
  // The newest answer about each booking: the board may be a moment older.
  const [known, setKnown] = useState<ReadonlyMap<string, DueLine>>(new Map());

  function keep(lines: readonly DueLine[]): void {
    setKnown((before) => new Map([...before, ...lines.map((line) => [line.order, line] as const)]));
  }

  const write = useWrite<PaymentAnswer, PaymentRequest>({
    mutationKey: MONEY_WRITE,
    write: (body, key) => call('post', '/api/desk/venues/{venue}/payments', { params: { venue }, body, key }),
    onMutate: ({ lines }) => {
      setRefusal(null);
      // From the start: until the answer comes, the desk may already show what is done without the server.
      setPaymentLost(lines, true);
    },
    onSuccess: (answer, { lines }) => {
      setLost(null);
      setPaymentLost(lines, false);
      setWaiting(null);
      keep(answer.bookings);
      const receipt = { label: takeMoneyTexts.receipt, run: () => openReceipt(answer.payment) };
      const text = takeMoneyTexts.taken(rupees(answer.received_paise / 100), answer.receipt);
      toast.undoable(text, receipt, RECEIPT_MILLISECONDS);
      onTaken(answer);
    },
    onError: (cause, body) => {
      const isLost = isOutcomeUnknown(cause);
      setLost(isLost ? body : null);
      const current = currentOf(cause);
      const seen = current && queryClient.getQueryData(bookingQuery(current.order).queryKey);
      // With nothing due of its booking, the form is removed, and its message with it.
      const isGone = !isShown() || (current?.order === order && current.due_paise === 0);
      if (isGone) toastWriteFailure(cause, takeMoneyTexts.failed, (failure) => messageOf(failure, seen));
      if (isLost) return;
      setPaymentLost(body.lines, false);
      const isFloatNeeded = hasCode(cause, 'shift_needed');
      setWaiting(isFloatNeeded ? body : null);
      if (isFloatNeeded) return;
      if (current !== undefined) {
        keep([current]);
        queryClient.setQueryData(bookingQuery(current.order).queryKey, current);
      }
      setRefusal(refusalOf(cause, seen));
    },
    onSettled: async (_, __, body) => {
      // Awaited, so that the panel shows no notice of what this write changed.
      await Promise.all(
        body.lines.map(({ order }) => queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey })),
      );
      void queryClient.invalidateQueries({ queryKey: ['board'] });
      void queryClient.invalidateQueries({ queryKey: ['money', venue] });
      void queryClient.invalidateQueries({ queryKey: ['drawer', venue] });
    },
  });

  return {
    isBusy: write.isPending,
    refusal,
    /** Whether the float has to be counted first. */
    isWaiting: waiting !== null,
    /** Sends the waiting request after the float was counted. */
    goOn: () => {
      if (waiting === null) return;
      setWaiting(null);
      // The screens may still read again what the refusal led to.
      write.mutateNext(waiting);
    },
    stopWaiting: () => setWaiting(null),
    /** Whether the outcome of the last attempt is unknown; `repeat` finds out. */
    isUnknown: lost !== null,
    repeat: () => {
      if (lost !== null) write.mutate(lost);
    },
    /** A line as the server last sent it, if that is newer. */
    newest: (line: DueLine): DueLine => {
      const newer = known.get(line.order);
      return newer !== undefined && newer.version > line.version ? newer : line;
    },
    take: (body: PaymentRequest) => write.mutate(body),
    /** Removes the refusal. */
    clear: () => setRefusal(null),
  };
}

/** The booking as it is now, if a refusal names it. */
function currentOf(cause: Error): Booking | undefined {
  return cause instanceof DeskProblem ? (cause.body.current as Booking | undefined) : undefined;
}

/** The sentence of a failure, for a form that is not shown any more. */
function messageOf(cause: Error, seen: Booking | undefined): string {
  const { message, amount } = refusalOf(cause, seen);
  return message ?? amount ?? failureMessage(cause);
}

/** What the form says about a failure; `seen` is the booking that it names, as it was read before. */
function refusalOf(cause: Error, seen: Booking | undefined): Refusal {
  if (!(cause instanceof DeskProblem)) return { message: failureMessage(cause), amount: null };
  const current = currentOf(cause);
  const { amount } = cause.body.params ?? {};
  if (cause.body.fields?.['amount_paise'] === 'whole_rupees') {
    return { message: null, amount: takeMoneyTexts.wholeRupees };
  }
  if (cause.code === 'cash_limit') return { message: takeMoneyTexts.cashLimit(String(amount)), amount: null };
  if (current === undefined) return { message: failureMessage(cause), amount: null };
  const message = changedText(current, seen);
  const due = current.due_paise;
  return {
    message: due > 0 ? takeMoneyTexts.nowDue(message, rupees(due / 100)) : takeMoneyTexts.nothingDue(message),
    amount: null,
  };
}
