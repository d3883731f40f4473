import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { showWritten, type Booking } from '@/desk/api/bookings';
import { call, type Answer } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { DeskProblem, alternativesOf, isOutcomeUnknown, type Alternatives } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { useWrite } from '@/desk/api/use-write';
import { isApprovalRefusal, type Approval } from '@/desk/approve/use-approval';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { toastUndo } from '@/desk/lib/toast-undo';
import { useIsShown } from '@/desk/lib/use-is-shown';
import type { Moving, MoveTo } from './move-target';
import { toText } from './move-text';
import { moveTexts } from './texts';

export type MoveAnswer = components['schemas']['MoveAnswer'];
export type MoveChoice = components['schemas']['MoveChoice'];
type Moved = Answer<'post', '/api/desk/bookings/{order}/moves'>;

/** A move that waits for an answer about the difference in price. */
export interface Question {
  moving: Moving;
  to: MoveTo;
  price: MoveAnswer;
}

/** A court that was taken meanwhile. */
export interface Gone {
  moving: Moving;
  to: MoveTo;
  alternatives: Alternatives | null;
}

interface Attempt {
  moving: Moving;
  to: MoveTo;
  version: number;
  total_paise: number;
  choice: MoveChoice | null;
  reason: string | null;
  approval?: Approval | undefined;
}

interface Undoable {
  moving: Moving;
  place: string;
  moveKey: string;
  until: string;
}

export interface MoveControl {
  /** The booking for which a court and hour is being chosen; null if none is. */
  moving: Moving | null;
  question: Question | null;
  gone: Gone | null;
  /** Why the last answer to the question was refused. */
  failure: Error | null;
  isPending: boolean;
  start: (moving: Moving) => void;
  stop: () => void;
  /** Moves a booking if it costs the same there, else asks. While another move is unanswered, it says so instead. */
  drop: (moving: Moving, to: MoveTo) => void;
  answer: (choice: MoveChoice, reason: string | null, approval?: Approval) => void;
}

/**
 * Moves bookings of a venue whose courts are `courts`. `ahead` is the lead of the server's clock in milliseconds. If something has to
 * be decided about a move, the panel of its booking is opened, but not over what the clerk has opened since the move was sent.
 */
export function useMove({
  venue,
  day,
  ahead,
  courts,
  address,
}: {
  venue: number;
  day: string;
  ahead: number;
  courts: readonly { id: number; name: string }[];
  /** The address of the board: reads and changes what is opened. */
  address: {
    open: (order: string) => void;
    isFreeFor: (order: string) => boolean;
    opened: () => string;
  };
}): MoveControl {
  const queryClient = useQueryClient();
  const [moving, setMoving] = useState<Moving | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [gone, setGone] = useState<Gone | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const undo = useUndoMove(venue, ahead);
  const isShown = useIsShown();
  /** What was opened when the move was sent. */
  const openedThen = useRef('');

  function clear() {
    setMoving(null);
    setQuestion(null);
    setGone(null);
    setFailure(null);
  }
  /** Ends what was shown of the move of one booking: another one may be being moved by now. */
  function end(order: string) {
    setMoving((one) => (one?.order === order ? null : one));
    setQuestion((one) => (one?.moving.order === order ? null : one));
    setGone((one) => (one?.moving.order === order ? null : one));
    setFailure(null);
  }
  /** Whether the clerk has begun nothing else since the move of a booking was sent. */
  function isStillAt(order: string): boolean {
    const isOther = moving !== null && moving.order !== order;
    return isShown() && !isOther && (address.isFreeFor(order) || address.opened() === openedThen.current);
  }

  const write = useWrite<{ moved: Moved; moveKey: string }, Attempt>({
    write: async ({ moving: { order }, to, version, total_paise, choice, reason, approval }, key) => {
      const body = { ...to, total_paise, choice, reason, ...(approval !== undefined && { approval }) };
      const moved = await call('post', '/api/desk/bookings/{order}/moves', { params: { order }, version, body, key });
      return { moved, moveKey: key };
    },
    onSuccess: ({ moved, moveKey }, { moving: from, to }) => {
      end(from.order);
      showWritten(queryClient, moved.booking);
      undo.announce(moved, { moving: from, place: toText(to, courts, day), moveKey });
    },
    onError: (cause, attempt) => {
      const { moving: from, to } = attempt;
      const price = priceIn(cause);
      const isHere = isStillAt(from.order);
      setFailure(null);
      if (isHere && price !== null) {
        setMoving(null);
        setGone(null);
        setQuestion({ moving: { ...from, version: attempt.version }, to, price });
        address.open(from.order);
      } else if (isHere && cause instanceof DeskProblem && cause.code === 'slot_taken') {
        setMoving(null);
        setQuestion(null);
        setGone({ moving: from, to, alternatives: alternativesOf(cause) });
        address.open(from.order);
      } else if (isHere && question?.moving.order === from.order && attempt.choice !== null && isAboutAnswer(cause)) {
        setFailure(cause);
      } else {
        end(from.order);
        toastWriteFailure(cause, moveTexts.failed);
      }
    },
    onSettled: async (_, __, { moving: { order } }) => {
      await queryClient.invalidateQueries({ queryKey: ['board', venue] });
      await queryClient.invalidateQueries({ queryKey: ['booking', order] });
    },
  });

  return {
    moving,
    question,
    gone,
    failure,
    isPending: write.isPending,
    start: (one) => {
      clear();
      setMoving(one);
    },
    stop: clear,
    drop: (one, to) => {
      // Only one move is sent at a time. The same again is a second tap.
      const sent = write.isPending ? write.variables : undefined;
      if (gone === null && sent !== undefined) {
        if (!isSame(sent, one, to)) toast.info(moveTexts.busy);
        return;
      }
      // The move is sent with the present total: if the new place has another price, the server refuses and names it.
      const { version, total_paise } = one;
      const attempt = { moving: one, to, version, total_paise, choice: null, reason: null };
      openedThen.current = address.opened();
      if (gone === null) write.mutate(attempt);
      else {
        setGone(null);
        // The screens may still read again what the refusal led to.
        write.mutateNext(attempt);
      }
    },
    answer: (choice, reason, approval) => {
      if (question === null) return;
      const { total_paise } = question.price;
      openedThen.current = address.opened();
      write.mutate({ ...question, version: question.moving.version, total_paise, choice, reason, approval });
    },
  };
}

function isSame({ moving, to: { court, day, minute } }: Attempt, one: Moving, to: MoveTo): boolean {
  return moving.order === one.order && court === to.court && day === to.day && minute === to.minute;
}

/** The prices and choices that a refusal names; null for any other failure. */
function priceIn(cause: Error): MoveAnswer | null {
  if (!(cause instanceof DeskProblem) || cause.code !== 'price_changed') return null;
  return (cause.body.current ?? null) as MoveAnswer | null;
}

/** Whether a refusal is about the clerk's answer or its approval. */
function isAboutAnswer(cause: Error): boolean {
  return (
    cause instanceof DeskProblem && (cause.code === 'invalid' || cause.code === 'throttled' || isApprovalRefusal(cause))
  );
}

/** Says that a booking was moved, and offers to undo that if it can be undone. */
function useUndoMove(venue: number, ahead: number) {
  const queryClient = useQueryClient();
  const isSamePerson = useIsSamePerson();
  const write = useWrite<Booking, Undoable>({
    write: ({ moving: { order }, moveKey }, key) => {
      const body = { move_key: moveKey };
      return call('post', '/api/desk/bookings/{order}/moves/undo', { params: { order }, body, key });
    },
    onSuccess: (booking, { moving: { name } }) => {
      showWritten(queryClient, booking);
      if (isSamePerson()) toast.success(moveTexts.undone(name));
    },
    onError: (cause, undoable) => {
      toastWriteFailure(cause, moveTexts.undoFailed);
      // The outcome is unknown, so the undo is offered again with the same key.
      if (isOutcomeUnknown(cause)) offer(undoable, true);
    },
    onSettled: async (_, __, { moving: { order } }) => {
      await queryClient.invalidateQueries({ queryKey: ['board', venue] });
      await queryClient.invalidateQueries({ queryKey: ['booking', order] });
    },
  });

  function offer(undoable: Undoable, isAgain = false): void {
    if (!isSamePerson()) return;
    const text = moveTexts.moved(undoable.moving.name, undoable.place);
    const run = () => write.mutateNext(undoable);
    toastUndo(text, { label: moveTexts.undo, run, until: undoable.until, ahead, isAgain });
  }

  return {
    announce: (moved: Moved, { moving, place, moveKey }: Omit<Undoable, 'until'>) => {
      if (moved.undo_until !== null) offer({ moving, place, moveKey, until: moved.undo_until });
      else if (isSamePerson()) toast.success(moveTexts.movedWith(moving.name, place, rupees(moved.refund_paise / 100)));
    },
  };
}
