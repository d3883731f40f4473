import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { dayIn } from '@/lib/dates';
import { connectionNow } from '@/lib/online';
import { pause } from '@/lib/pause';
import { toast } from '@/lib/toast';
import { boardQuery, type KeptBoard } from '@/desk/api/board';
import { showWritten } from '@/desk/api/bookings';
import { clockOffset } from '@/desk/api/connection';
import { findKeptBoard } from '@/desk/api/kept-data';
import type { Me } from '@/desk/api/me';
import { postScan } from '@/desk/api/scans';
import { WriteKey } from '@/desk/api/write-key';
import { queueStore } from '@/desk/api/queue';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { entryLabel } from '@/desk/lib/place-text';
import { writeDown } from '@/desk/offline/write-down';
import { signs } from './signs';
import { keptPassKeys } from './pass-keys';
import { readPass, type Reading } from './read-pass';
import { localOutcome, outcomeOf, type ScanOutcome } from './scan-outcome';
import { playNotes } from './sounds';
import { checkInTexts } from './texts';

/** A pass that is read again within this time, in milliseconds, counts as one scan. */
const SAME_MILLISECONDS = 3_000;
/** How long a result is shown at least before that of the next pass, which was read meanwhile, in milliseconds. */
const SHOWN_MILLISECONDS = 1_500;

/** The pass that is being checked, or was checked last, as it is shown. */
export type Shown = { text: string } & (
  | { kind: 'checking' }
  | { kind: 'outcome'; outcome: ScanOutcome }
  | { kind: 'failed'; message: string }
);

interface Scan {
  text: string;
  seenVersion: number | null;
  /** Whether the clerk lets the players in by the data on this device. */
  isLetIn?: boolean;
}

/** Whether the clerk has pressed a button to let the players in. */
function letsIn({ seenVersion, isLetIn = false }: Scan): boolean {
  return seenVersion !== null || isLetIn;
}

/**
 * The server's time in milliseconds, by how far it was ahead of this device's when it sent a board; without a board, by
 * the newest measurement of any screen.
 */
function serverNow(kept: KeptBoard | undefined): number {
  return Date.now() + (kept?.ahead ?? clockOffset());
}

/**
 * Checks passes in, one after another. If no answer comes or the server fails, this device verifies the pass by itself, decides by the
 * last boards, and writes down the players who are let in.
 */
export function useScan(me: Me, { id: venue, time_zone: zone }: Me['venues'][number]) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const waiting = useRef<Scan[]>([]);
  const isRunning = useRef(false);
  const keys = useRef(new WriteKey());
  const last = useRef({ text: '', at: -Infinity });
  const isTaking = useRef(false);

  async function decide({ text, seenVersion, isLetIn = false }: Scan): Promise<Shown> {
    const key = keys.current.next([venue, text, seenVersion]);
    try {
      if (isLetIn || connectionNow() !== 'open') throw new ApiFailure(0, 'network');
      const answer = await postScan(venue, text, seenVersion, key).catch((cause: unknown) => {
        throw keys.current.judge(cause);
      });
      keys.current.settle();
      if (answer.booking !== null) showWritten(queryClient, answer.booking);
      if (answer.code === 'checked_in') void queryClient.invalidateQueries({ queryKey: ['board'] });
      return { text, kind: 'outcome', outcome: outcomeOf(answer) };
    } catch (cause) {
      const isLost = !(cause instanceof ApiFailure) || cause.status === 0 || cause.status >= 500;
      if (!isLost) {
        keys.current.settle(cause);
        return { text, kind: 'failed', message: failureMessage(cause) };
      }
      // While nothing is written down the key stays: the same pass again returns the outcome of this call.
      const reading = await readPass(text, keptPassKeys());
      const kept = shownBoard() ?? (await boardOfDevice(dayIn(zone, new Date(serverNow(undefined)))));
      const now = serverNow(kept);
      const boards = [kept, await boardOfPass(reading, now)].flatMap((one) => one?.board ?? []);
      const checkInMinutes = me.business.check_in_minutes;
      const known = { venue, zone, checkInMinutes, boards, queued: queueStore.get(), now, isLetIn };
      const outcome = localOutcome(reading, known);
      const isIn = ['real_pass', 'real_unlisted'].includes(outcome.code);
      if (!isIn || !(await recordArrival(text, reading, outcome))) return { text, kind: 'outcome', outcome };
      // The same pass again is another arrival, perhaps with a copy, which must not get the lost answer of this one.
      keys.current.settle();
      return { text, kind: 'outcome', outcome: admitted(outcome) };
    }
  }

  /** Writes down that the players of a genuine pass were let in; false if this device cannot keep it. */
  async function recordArrival(text: string, reading: Reading, { who }: ScanOutcome): Promise<boolean> {
    if (reading.kind !== 'genuine') return false;
    // If the court of the pass was closed, the booking that has another place has another number.
    const order = who?.order ?? reading.pass.order;
    const label = who === null ? deskOfflineTexts.unknownBooking : entryLabel(who);
    const fact = await writeDown(me, { venue, order, label, what: { kind: 'scan', pass: text.trim() } });
    return fact !== undefined;
  }

  /** The last board of the venue's present day that this page has read. */
  function shownBoard(): KeptBoard | undefined {
    const boards = queryClient.getQueriesData<KeptBoard>({ queryKey: ['board', venue] });
    return boards
      .flatMap(([, kept]) => kept ?? [])
      .find((kept) => kept.board.day === dayIn(zone, new Date(serverNow(kept))));
  }

  /** The board of a day that this device has kept: on another screen the page itself may have read none. */
  async function boardOfDevice(day: string): Promise<KeptBoard | undefined> {
    // A browser without a database has kept none.
    return findKeptBoard(venue, day).catch(() => undefined);
  }

  /** The last board of the day of a pass, if that is not the present day: a game around midnight is checked in on both days. */
  async function boardOfPass(reading: Reading, now: number): Promise<KeptBoard | undefined> {
    if (reading.kind !== 'genuine') return undefined;
    const day = dayIn(zone, new Date(reading.pass.startsAt));
    if (day === dayIn(zone, new Date(now))) return undefined;
    return queryClient.getQueryData<KeptBoard>(boardQuery(venue, day).queryKey) ?? (await boardOfDevice(day));
  }

  async function run(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      for (let scan = waiting.current.shift(); scan !== undefined; scan = waiting.current.shift()) {
        setShown({ text: scan.text, kind: 'checking' });
        const result = await decide(scan);
        setShown(result);
        playNotes(result.kind === 'outcome' ? signs[result.outcome.code].notes : signs.unverified.notes);
        if (waiting.current.length > 0) await pause(SHOWN_MILLISECONDS);
      }
    } finally {
      isRunning.current = false;
    }
  }

  /** Scans a pass that was read, unless the reading before it was of the same pass and less than 3 seconds ago. */
  function scan(text: string): void {
    const now = performance.now();
    const isSame = text === last.current.text && now - last.current.at < SAME_MILLISECONDS;
    last.current = { text, at: now };
    if (isSame) return;
    waiting.current.push({ text, seenVersion: null });
    void run();
  }

  /**
   * Scans the shown pass again, once: its result, with the pressed button, stays until the next pass is checked, and a
   * second scan would find the players already in.
   */
  function scanShown(how: Omit<Scan, 'text'>): void {
    if (shown === null) return;
    const next: Scan = { text: shown.text, ...how };
    const at = waiting.current.findIndex(({ text }) => text === next.text);
    if (at === -1) waiting.current.push(next);
    else if (letsIn(next)) waiting.current[at] = next;
    void run();
  }

  /** Drops the passes that still wait to be checked, except those of players whom the clerk lets in. */
  function dropRead(): void {
    if (shown === null) return;
    const read = waiting.current.filter((one) => !letsIn(one));
    if (read.length === 0) return;
    waiting.current = waiting.current.filter(letsIn);
    // A dropped pass can be read again as soon as the payment is over.
    last.current = { text: shown.text, at: performance.now() };
    if (read.some(({ text }) => text !== shown.text)) toast.warning(checkInTexts.payFirst);
  }

  // INVARIANT: while money is taken, no pass replaces the result: an answer about the money would be lost with it
  // (`camera-and-money.test.tsx`).
  return {
    shown,
    /** Scans a pass that a clerk read by hand. */
    scan: (text: string) => {
      if (isTaking.current) toast.warning(checkInTexts.payFirst);
      else scan(text);
    },
    /**
     * Scans a pass before the camera. While money is taken, it is ignored: the next player in the queue may hold it. If it is the
     * one that was scanned last, it counts as read again.
     */
    see: (text: string) => {
      if (!isTaking.current) scan(text);
      else if (text === last.current.text) last.current = { text, at: performance.now() };
    },
    /** Says whether money is being taken for the shown pass. */
    setTaking: (isTakingNow: boolean) => {
      isTaking.current = isTakingNow;
      if (isTakingNow) dropRead();
    },
    /** Scans the shown pass again; with `seenVersion` the players of its booking are let in. */
    again: (seenVersion: number | null = null) => scanShown({ seenVersion }),
    /** Lets the players of the shown pass in by the data on this device. */
    letIn: () => scanShown({ seenVersion: null, isLetIn: true }),
    close: () => setShown(null),
  };
}

/** The outcome of players who were let in and written down on this device. A pass that is not on the board keeps its outcome. */
function admitted(outcome: ScanOutcome): ScanOutcome {
  return { ...outcome, code: outcome.code === 'real_unlisted' ? outcome.code : 'checked_in', isWrittenDown: true };
}
