import type { Booking } from '@/desk/api/bookings';
import { call } from '@/desk/api/client';
import { noteServerTime } from '@/desk/api/connection';
import { DeskProblem, isRequestRefused } from '@/desk/api/problem';
import type { QueuedFact, Refusal } from '@/desk/api/fact';
import { deleteFact, listFacts, updateFact } from '@/desk/api/queue-database';
import type { components } from '@/desk/api/schema';

type ProblemBody = components['schemas']['Problem'];

/** The most facts that are sent in one call; the server takes up to 100. */
const MOST_FACTS = 50;
/** The name of the lock that allows one sender over all tabs of this device. */
const LOCK = 'sideout-desk-queue';

/** The result of an attempt to send. */
export interface Sent {
  /** The number of facts that the server has now. */
  done: number;
  /** The number of facts that the server refused. */
  refused: number;
  /** Whether facts are left that another attempt may send. */
  isLeft: boolean;
}

/**
 * Sends the facts of one person in their order if no other tab is sending. A refused fact stays, and the others are sent.
 * Without an answer all facts stay: if they are sent again, the server changes nothing twice.
 */
export async function sendQueue(staff: string): Promise<Sent> {
  const send = () => sendAll(staff);
  if (!('locks' in navigator)) return send();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? { done: 0, refused: 0, isLeft: true } : send(),
  );
}

async function sendAll(staff: string): Promise<Sent> {
  const sent: Sent = { done: 0, refused: 0, isLeft: false };
  for (;;) {
    const waiting = (await listFacts()).filter((fact) => fact.refusal === null && fact.staff.id === staff);
    const [first] = waiting;
    if (first === undefined) return sent;
    // The order is kept: the facts that follow at the same venue are sent with the first one.
    const other = waiting.findIndex(({ venue }) => venue !== first.venue);
    const batch = waiting.slice(0, Math.min(MOST_FACTS, other < 0 ? waiting.length : other));
    if (!(await sendBatch(staff, first.venue, batch, sent))) return { ...sent, isLeft: true };
  }
}

/** Sends facts of one venue; false if they have to be sent again later. */
async function sendBatch(staff: string, venue: number, batch: readonly QueuedFact[], sent: Sent): Promise<boolean> {
  const facts = batch.map(({ id, at, offset_ms, what }) => ({ id, at, offset_ms, what }));
  try {
    const { answers, now } = await call('post', '/api/desk/venues/{venue}/sync', {
      params: { venue },
      body: { staff, facts },
    });
    noteServerTime(now);
    for (const { id, problem } of answers) {
      if (problem === null) {
        await deleteFact(id);
        sent.done += 1;
      } else {
        await updateFact(id, { refusal: refusalOf(problem) });
        sent.refused += 1;
      }
    }
    // If an answer leaves a fact out, sending stops: the list would be sent without end.
    return answers.length === batch.length;
  } catch (cause) {
    // If the server refused the whole call, because of one fact or of all, each is sent alone, so that none blocks the others.
    const [only] = batch;
    if (batch.length > 1 && (isRequestRefused(cause) || isTooLarge(cause))) {
      for (const fact of batch) if (!(await sendBatch(staff, venue, [fact], sent))) return false;
      return true;
    }
    // The facts stay, and are sent later.
    if (!isRequestRefused(cause)) return false;
    if (only !== undefined) {
      await updateFact(only.id, { refusal: { code: cause.code, params: {}, due_paise: null } });
      sent.refused += 1;
    }
    return true;
  }
}

/** Whether the call has more bytes than the server, or a proxy before it, accepts. */
function isTooLarge(cause: unknown): boolean {
  return cause instanceof DeskProblem && cause.status === 413;
}

function refusalOf(problem: ProblemBody): Refusal {
  const { code, params, counts, more_counts, drawer } = problem;
  const current = problem.current as Booking | undefined;
  return {
    code,
    params: { ...params },
    due_paise: current?.due_paise ?? null,
    ...(counts !== undefined && { counts, more_counts: more_counts ?? false }),
    ...(typeof drawer === 'string' && { drawer }),
  };
}
