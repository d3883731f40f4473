import type { KeptBoard } from './board';
import { forgetKept, keepBoard, keepMe, findKeptBoard, findKeptMe } from './kept-data';
import type { Me } from './me';
import { hasNoAnswer } from './problem';
import { isPaired } from '@/desk/lib/paired-device';
import { whenIdle } from '@/lib/when-idle';

/** Runs an action on the kept data; returns undefined if they cannot be written or read (a private window, a full disk). */
async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch {
    return undefined;
  }
}

let lastSession = 0;

/** How long an answer may wait until it is kept, in milliseconds: the frame that shows it comes first. */
const KEEP_WITHIN_MILLISECONDS = 2_000;

/** Keeps an answer for a start without a network, unless the session in which it was requested has ended. */
function keep(session: number, action: () => Promise<void>): void {
  const write = () =>
    attempt(async () => {
      if (session !== lastSession) return;
      await action();
      // The session ended while the answer was being written.
      if (session !== lastSession) await forgetKept();
    });
  whenIdle(() => void write(), { latest: KEEP_WITHIN_MILLISECONDS, otherwise: 0 });
}

/** How long the first screen waits for an answer before it shows what this device has kept, in milliseconds. */
const WAIT_MILLISECONDS = 400;

/** Whether kept data may be shown before the server has confirmed the session. A paired device may have locked meanwhile. */
const mayShowBefore = () => !isPaired();

/** Shows what was kept if `answer` takes long. */
function showKeptMeanwhile<T>(answer: Promise<T>, find: () => Promise<T | undefined>, show: (kept: T) => void) {
  if (!mayShowBefore()) return;
  const session = lastSession;
  let isOver = false;
  const timer = setTimeout(() => {
    void attempt(find).then((kept) => {
      if (kept !== undefined && !isOver && session === lastSession) show(kept);
    });
  }, WAIT_MILLISECONDS);
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  answer.then(end, end);
}

/**
 * Reads a board from the server, and keeps it; without an answer returns the kept one if the page has none yet. If it has none
 * and the answer takes long, `show` gets the kept one, except on a paired device.
 */
export async function readBoardOrKept(
  [venue, day]: [number, string],
  shown: KeptBoard | undefined,
  read: () => Promise<KeptBoard>,
  show: (kept: KeptBoard) => void,
): Promise<KeptBoard> {
  const session = lastSession;
  const find = () => findKeptBoard(venue, day);
  try {
    const answer = read();
    if (shown === undefined) showKeptMeanwhile(answer, find, show);
    const board = await answer;
    keep(session, () => keepBoard(venue, day, board));
    return board;
  } catch (cause) {
    if (shown !== undefined || !hasNoAnswer(cause)) throw cause;
    const kept = await attempt(find);
    if (kept === undefined) throw cause;
    return kept;
  }
}

/** Reads the signed-in person, and keeps the answer; without an answer returns the kept one. `show` as for a board. */
export async function readMeOrKept(
  shown: Me | undefined,
  read: () => Promise<Me>,
  show: (kept: Me) => void,
): Promise<Me> {
  const session = lastSession;
  try {
    const answer = read();
    if (shown === undefined) showKeptMeanwhile(answer, findKeptMe, show);
    const me = await answer;
    keepPerson(session, me);
    return me;
  } catch (cause) {
    if (!hasNoAnswer(cause)) throw cause;
    const me = await attempt(findKeptMe);
    if (me === undefined) throw cause;
    return me;
  }
}

/** Keeps the person of a session. One who must enrol is not kept: they need the server. */
function keepPerson(session: number, me: Me): void {
  if (!me.must_enrol) keep(session, () => keepMe(me));
}

/** Begins to keep what a session of this person reads, with the person first: their answer came with the sign-in. */
export function beginSession(me: Me): void {
  forgetSession();
  keepPerson(lastSession, me);
}

/** Keeps a person who has enrolled: their answer came with the new key. */
export function keepEnrolled(me: Me): void {
  keepPerson(lastSession, me);
}

/** Removes what was kept of a session that has ended. */
export function forgetSession(): void {
  lastSession += 1;
  void attempt(forgetKept);
}
