import { ApiFailure } from '@/api/api-failure';
import type { KeptBoard } from './board';
import type { Me } from './me';

/** The part with the database: if there is a network, the first paint does not need it. */
const load = () => import('./kept-data');
type Kept = Awaited<ReturnType<typeof load>>;

/** Whether a call failed because no answer came. */
export function hasNoAnswer(cause: unknown): boolean {
  return cause instanceof ApiFailure && (cause.status === 0 || cause.status === 502 || cause.status === 504);
}

/** Runs an action on the kept data; returns undefined if they cannot be written or read (a private window, a full disk). */
async function attempt<T>(action: (kept: Kept) => Promise<T>): Promise<T | undefined> {
  try {
    return await action(await load());
  } catch {
    return undefined;
  }
}

let lastSession = 0;

/** Keeps an answer for a start without a network, unless the session in which it was requested has ended. */
function keep(session: number, action: (kept: Kept) => Promise<void>): void {
  void attempt(async (kept) => {
    if (session !== lastSession) return;
    await action(kept);
    // The session ended while the answer was being written.
    if (session !== lastSession) await kept.forgetKept();
  });
}

/** Reads a board from the server, and keeps it; without an answer returns the kept one if the page has none yet. */
export async function boardOrKept(
  [venue, day]: [number, string],
  shown: KeptBoard | undefined,
  read: () => Promise<KeptBoard>,
): Promise<KeptBoard> {
  const session = lastSession;
  try {
    const board = await read();
    keep(session, ({ keepBoard }) => keepBoard(venue, day, board));
    return board;
  } catch (cause) {
    if (shown !== undefined || !hasNoAnswer(cause)) throw cause;
    const kept = await attempt(({ keptBoard }) => keptBoard(venue, day));
    if (kept === undefined) throw cause;
    return kept;
  }
}

/** Reads the signed-in person, and keeps the answer; without an answer returns the kept one. */
export async function meOrKept(read: () => Promise<Me>): Promise<Me> {
  const session = lastSession;
  try {
    const me = await read();
    keep(session, ({ keepMe }) => keepMe(me));
    return me;
  } catch (cause) {
    if (!hasNoAnswer(cause)) throw cause;
    const me = await attempt(({ keptMe }) => keptMe());
    if (me === undefined) throw cause;
    return me;
  }
}

/** Removes what was kept of a session that has ended; what waits to be sent stays on this device. */
export function forgetSession(): void {
  lastSession += 1;
  void attempt(({ forgetKept }) => forgetKept());
}
