import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { connectionNow } from '@/lib/online';
import { toast } from '@/lib/toast';
import { bookingQuery, putAttendance, showWritten, type AttendanceState, type Booking } from '@/desk/api/bookings';
import { useIsSamePerson, useMe } from '@/desk/api/me';
import { DeskProblem, hasNoAnswer } from '@/desk/api/problem';
import { endedSessions, requireSameSession } from '@/desk/api/signed-out';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { lastVenue } from '@/desk/lib/last-venue';
import { entryLabel, nameAndPlace } from '@/desk/lib/place-text';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { writeDown } from '@/desk/offline/write-down';
import { changedText } from './history-text';
import { panelTexts } from './texts';

/** How long a mark can be undone with one tap, in milliseconds. */
const UNDO_MILLISECONDS = 20_000;

/** An order whose attendance can be marked, as it is on the screen. */
export interface Markable {
  order: string;
  version: number;
  /** Its start, in minutes of the day. */
  minute: number;
  attendance: 'arrived' | 'absent' | null;
}

/**
 * The orders that are marked when players arrive: a player who comes for one hour of a bar comes for all of them. `isOpen` says whether
 * the players can be checked in for a start, in minutes of the day: a long bar can have hours for which it is too early.
 */
export function arriving(
  booking: Markable,
  parts: readonly (Markable & { status: string })[],
  isOpen: (minute: number) => boolean,
): Markable[] {
  const others = parts.filter(({ order, status }) => order !== booking.order && status === 'confirmed');
  return [booking, ...others.filter(({ attendance, minute }) => attendance !== 'arrived' && isOpen(minute))];
}

interface Change {
  order: string;
  version: number;
  minute: number;
  state: AttendanceState;
}

/** Whom the messages about a mark name: a player may have bookings of several courts. */
export interface Who {
  name: string;
  /** The name of the court, as the server has it. */
  court: string;
}

interface Marking {
  who: Who;
  changes: readonly Change[];
  /** The states before the mark, for its undo; empty if this mark is an undo. */
  former: readonly AttendanceState[];
}

/** The changes that take a mark back; `orders` are as they are after it. */
function backTo(former: readonly AttendanceState[], orders: readonly Omit<Change, 'state'>[]): Change[] {
  return orders.map(({ order, version, minute }, index) => ({
    order,
    version,
    minute,
    state: former[index] ?? 'none',
  }));
}

/** Makes a key for each change of one attempt: the last byte is the number of the change. */
function keyOf(key: string, index: number): string {
  return key.slice(0, -2) + index.toString(16).padStart(2, '0');
}

/** What a mark writes down of one order: the same again is a second tap. */
const factOf = ({ order, state }: Change) => `${order} ${state}`;

const versionOf = ({ order, version }: Booking) => `${order} ${version}`;

/** Names the player with the court and the start; of several hours, the start of the first change. */
function whom({ who, changes }: Marking): string {
  const [first] = changes;
  return first === undefined ? who.name : nameAndPlace({ ...who, minute: first.minute });
}

function doneText(marking: Marking): string {
  const state = marking.changes[0]?.state;
  if (state === 'arrived') return panelTexts.checkedIn(whom(marking));
  return state === 'absent' ? panelTexts.markedAbsent(whom(marking)) : panelTexts.takenBack(whom(marking));
}

/** The booking as it is now, from a refusal with `changed_meanwhile`. */
function currentBooking({ body }: DeskProblem): Booking | undefined {
  return body.code === 'changed_meanwhile' ? (body.current as Booking | undefined) : undefined;
}

/**
 * Marks whether a player came, for one or several orders, with a toast that takes it back. `problem` says why a mark
 * was not made, or that this is not known; a toast says it if the part of the screen that began it is closed by then. Without a
 * network, or while the server is away, the mark is written down on this device.
 */
export function useAttendance() {
  const queryClient = useQueryClient();
  const me = useMe();
  const params = useParams({ strict: false });
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  const [problem, setProblem] = useState<string | null>(null);
  const [own, setOwn] = useState<readonly string[]>([]);
  /** The marks that are being written down: a second tap does not write them again. */
  const beingKept = useRef(new Set<string>());

  function keep(booking: Booking): void {
    setOwn((versions) => [...versions, versionOf(booking)]);
    showWritten(queryClient, booking);
  }

  async function keepOnDevice(marking: Marking): Promise<void> {
    const { who, changes, former } = marking;
    const venue = Number(params.venue) || lastVenue(me?.venues ?? []);
    if (me === undefined || venue === undefined) return;
    const facts = changes.map(factOf);
    if (facts.some((fact) => beingKept.current.has(fact))) return;
    setProblem(null);
    for (const fact of facts) beingKept.current.add(fact);
    try {
      for (const { order, minute, state } of changes) {
        const label = entryLabel({ ...who, minute });
        const fact = await writeDown(me, { venue, order, label, what: { kind: 'attendance', order, state } });
        if (fact === undefined) return;
      }
    } finally {
      for (const fact of facts) beingKept.current.delete(fact);
    }
    if (!isSamePerson()) return;
    const text = `${doneText(marking)} ${deskOfflineTexts.notSent}.`;
    if (former.length === 0) {
      toast.success(text);
      return;
    }
    // The undo adds a fact instead of removing the first, which may have been sent meanwhile.
    const back = backTo(former, changes);
    const undo = () => void keepOnDevice({ who, changes: back, former: [] });
    toast.undoable(text, { label: panelTexts.undo, key: 'Z', run: undo }, UNDO_MILLISECONDS);
  }

  const write = useWrite<Booking[], Marking>({
    write: async ({ changes }, key) => {
      const done: Booking[] = [];
      const begunAt = endedSessions();
      for (const [index, { order, version, state }] of changes.entries()) {
        requireSameSession(begunAt);
        const booking = await putAttendance(order, version, state, keyOf(key, index));
        keep(booking);
        done.push(booking);
      }
      return done;
    },
    onMutate: () => setProblem(null),
    onSuccess: (done, marking) => {
      if (!isSamePerson()) return;
      const { who, former } = marking;
      const text = doneText(marking);
      if (former.length === 0) {
        toast.success(text);
        return;
      }
      const back = backTo(former, done);
      const undo = () => write.mutateNext({ who, changes: back, former: [] });
      toast.undoable(text, { label: panelTexts.undo, key: 'Z', run: undo }, UNDO_MILLISECONDS);
    },
    onError: (cause, marking) => {
      if (hasNoAnswer(cause) && connectionNow() !== 'open') {
        void keepOnDevice(marking);
        return;
      }
      const current = cause instanceof DeskProblem ? currentBooking(cause) : undefined;
      const seen = current && queryClient.getQueryData(bookingQuery(current.order).queryKey);
      if (current !== undefined) keep(current);
      const message = current === undefined ? writeMessage(cause) : changedText(current, seen);
      if (isShown()) setProblem(message);
      else {
        const unnamed = panelTexts.notMarkedUnnamed;
        const named = panelTexts.notMarked(whom(marking));
        const title = isSamePerson() ? { named, unnamed } : unnamed;
        toastWriteFailure(cause, title, () => message);
      }
    },
    // The stream of events may be closed, and a write that failed may have marked some of several hours.
    onSettled: () => Promise.all(['board', 'day-end'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });

  return {
    problem,
    isPending: write.isPending,
    /** Whether this version of a booking came from a mark here, or with its refusal. */
    isKnown: (booking: Booking) => own.includes(versionOf(booking)),
    mark: (who: Who, orders: readonly Markable[], state: AttendanceState) => {
      const marking = {
        who,
        changes: orders.map(({ order, version, minute }) => ({ order, version, minute, state })),
        former: orders.map(({ attendance }) => attendance ?? 'none'),
      };
      if (connectionNow() === 'open') write.mutate(marking);
      else void keepOnDevice(marking);
    },
  };
}
