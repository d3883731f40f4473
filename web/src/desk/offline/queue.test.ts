import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleFact,
  serveDesk,
  type DeskReplies,
} from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import type { QueuedFact, SentFact } from '@/desk/api/fact';
import type { NewFact } from '@/desk/api/queue';

const SYNC = 'POST /api/desk/venues/{venue}/sync';
const KIRAN = { id: '12', name: 'Kiran Joshi' };
const NISHA = { id: '7', name: 'Nisha Trivedi' };

/** Replaces the browser's locks by one that has one holder at a time over all tabs of a device. */
function stubLocks(): void {
  let isHeld = false;
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: async (_: string, __: object, run: (lock: object | null) => Promise<unknown>) => {
        if (isHeld) return run(null);
        isHeld = true;
        try {
          return await run({});
        } finally {
          isHeld = false;
        }
      },
    },
  });
}

/** Loads the modules as another tab or a later visit does, with nothing in memory. */
async function newPage() {
  vi.resetModules();
  const [queue, { sendQueue }] = await Promise.all([import('@/desk/api/queue'), import('./send-queue')]);
  await queue.readQueue();
  return { ...queue, sendQueue };
}

beforeEach(() => {
  stubIndexedDb();
  vi.stubGlobal('BroadcastChannel', undefined);
  stubLocks();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

function arrival(order: string, changes: Partial<NewFact> = {}): NewFact {
  const what = { kind: 'attendance', order, state: 'arrived' } as const;
  return { venue: 1, staff: KIRAN, order, label: `Player ${order}`, what, ...changes };
}

/** Serves an answer to each fact by `outcome`, and collects what was sent. */
function serve(outcome: (fact: SentFact) => string = () => 'done', more: DeskReplies = {}) {
  const lists: SentFact[][] = [];
  const log = serveDesk({
    [SYNC]: ({ body }) => {
      const facts = body?.['facts'] as SentFact[];
      lists.push(facts);
      const answers = facts.map((fact) => {
        const code = outcome(fact);
        const isDone = code === 'done';
        return {
          id: fact.id,
          outcome: isDone ? ('done' as const) : ('refused' as const),
          problem: isDone ? null : { ...problemBody(code), current: sampleBooking() },
          receipt: null,
          booking: isDone ? sampleBooking() : null,
        };
      });
      return { answers, now: '2026-11-22T12:54:00Z' };
    },
    ...more,
  });
  return { lists, log };
}

const problemBody = (code: string) => ({ type: 'about:blank', status: 409, params: {}, ...problem(code) });
const factsOf = (request: { body: Record<string, unknown> | null } | undefined) =>
  (request?.body?.['facts'] ?? []) as SentFact[];
const labels = (facts: readonly QueuedFact[]) => facts.map(({ label }) => label);

test('facts survive a reload and are sent in their order, with the offset of the clock', async () => {
  localStorage.setItem('desk_clock_offset', '-600000');
  const before = await newPage();
  for (const order of ['1', '2', '3']) await before.addFact(arrival(order));
  const later = await newPage();
  expect(labels(later.queueStore.get())).toEqual(['Player 1', 'Player 2', 'Player 3']);
  const { lists, log } = serve();
  expect(await later.sendQueue(KIRAN.id)).toEqual({ done: 3, refused: 0, isLeft: false });
  expect(lists[0]?.map(({ what }) => 'order' in what && what.order)).toEqual(['1', '2', '3']);
  expect(lists[0]?.map(({ offset_ms }) => offset_ms)).toEqual([-600_000, -600_000, -600_000]);
  expect(log[0]?.body?.['staff']).toBe(KIRAN.id);
  await later.readQueue();
  expect(later.queueStore.get()).toEqual([]);
});

test('without an answer all facts stay, and the next attempt sends the same ids', async () => {
  const page = await newPage();
  await page.addFact(arrival('1'));
  const lost = serve(undefined, { [SYNC]: () => 'no network' });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 0, refused: 0, isLeft: true });
  const [first] = lost.log;
  const { lists } = serve();
  expect(await page.sendQueue(KIRAN.id)).toMatchObject({ done: 1 });
  expect(lists[0]?.[0]?.id).toBe(factsOf(first)[0]?.id);
});

test('the counts that may have refused cash and the present drawer are kept with it over a reload', async () => {
  const page = await newPage();
  const fact = await page.addFact(arrival('1'));
  const counts = [
    { id: '13', at: '2026-11-22T12:30:00Z', by: 'Kiran Joshi' },
    { id: '14', at: '2026-11-22T12:40:00Z', by: null },
  ];
  const refused = { ...problemBody('counted_since'), counts, more_counts: true, drawer: '14' };
  serve(undefined, {
    [SYNC]: () => ({
      answers: [{ id: fact.id, outcome: 'refused', problem: refused, receipt: null, booking: null }],
      now: '2026-11-22T12:54:00Z',
    }),
  });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 0, refused: 1, isLeft: false });
  const later = await newPage();
  expect(later.queueStore.get()[0]?.refusal).toEqual({
    code: 'counted_since',
    params: {},
    due_paise: null,
    counts,
    more_counts: true,
    drawer: '14',
  });
});

test('a refused fact stays with its reason, and the others are sent', async () => {
  const page = await newPage();
  for (const order of ['1', '2', '3']) await page.addFact(arrival(order));
  serve(({ what }) => ('order' in what && what.order === '2' ? 'changed_meanwhile' : 'done'));
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 2, refused: 1, isLeft: false });
  await page.readQueue();
  const [left, ...more] = page.queueStore.get();
  expect([left?.label, left?.refusal, more]).toEqual([
    'Player 2',
    { code: 'changed_meanwhile', params: {}, due_paise: 85_000 },
    [],
  ]);
  // It is not sent again by itself, only once a person has decided.
  const { lists } = serve();
  await page.sendQueue(KIRAN.id);
  expect(lists).toEqual([]);
  await page.changeFact(left?.id ?? '', { refusal: null });
  expect(await page.sendQueue(KIRAN.id)).toMatchObject({ done: 1 });
});

test("another person's session does not send the facts", async () => {
  const page = await newPage();
  await page.addFact(arrival('1'));
  await page.addFact(arrival('2', { staff: NISHA }));
  const { lists } = serve();
  await page.sendQueue(NISHA.id);
  expect(lists.map((list) => list.length)).toEqual([1]);
  await page.readQueue();
  expect(labels(page.queueStore.get())).toEqual(['Player 1']);
  const { ofOthers, waiting } = page.groupFacts(page.queueStore.get(), NISHA.id);
  expect([labels(ofOthers), waiting]).toEqual([['Player 1'], []]);
});

test('one tab sends at a time', async () => {
  const page = await newPage();
  await page.addFact(arrival('1'));
  const answered = deferred<void>();
  const { log } = serve(undefined, {
    [SYNC]: async ({ body }) => {
      await answered.promise;
      const [sent] = factsOf({ body });
      return {
        answers: [{ id: sent?.id ?? '', outcome: 'done', problem: null, receipt: null, booking: null }],
        now: '',
      };
    },
  });
  const first = page.sendQueue(KIRAN.id);
  const other = await newPage();
  expect(await other.sendQueue(KIRAN.id)).toEqual({ done: 0, refused: 0, isLeft: true });
  answered.resolve();
  expect(await first).toMatchObject({ done: 1 });
  expect(log).toHaveLength(1);
});

test('facts of two venues are sent to each in the order in which they happened', async () => {
  const page = await newPage();
  for (const [order, venue] of [
    ['1', 1],
    ['2', 2],
    ['3', 1],
  ] as const) {
    await page.addFact(arrival(order, { venue }));
  }
  const { log } = serve();
  expect(await page.sendQueue(KIRAN.id)).toMatchObject({ done: 3 });
  expect(log.map(({ params }) => params['venue'])).toEqual(['1', '2', '1']);
});

test('a list that the server does not accept is sent one by one, so that no fact blocks the others', async () => {
  const page = await newPage();
  for (const order of ['1', '2']) await page.addFact(arrival(order));
  serve(undefined, {
    [SYNC]: ({ body }) => {
      const facts = body?.['facts'] as [SentFact];
      const isBad = facts.some(({ what }) => 'order' in what && what.order === '1');
      if (isBad) return [400, problemBody('malformed')] as never;
      const answers = facts.map(({ id }) => ({
        id,
        outcome: 'done' as const,
        problem: null,
        receipt: null,
        booking: null,
      }));
      return { answers, now: '' };
    },
  });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 1, refused: 1, isLeft: false });
});

test.each([403, 404, 405])('the page of a hotspot or proxy with status %i refuses no fact', async (status) => {
  const page = await newPage();
  for (const order of ['1', '2']) await page.addFact(arrival(order));
  const { log } = serve(undefined, { [SYNC]: () => [status, null] as never });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 0, refused: 0, isLeft: true });
  expect(log).toHaveLength(1);
  await page.readQueue();
  expect(page.queueStore.get().map(({ refusal }) => refusal)).toEqual([null, null]);
});

test.each<[status: number, code: string]>([
  [403, 'must_enrol'],
  [409, 'other_person'],
])('a session that is refused with %i %s refuses no fact', async (status, code) => {
  const page = await newPage();
  for (const order of ['1', '2']) await page.addFact(arrival(order));
  const { log } = serve(undefined, { [SYNC]: () => [status, problem(code)] as never });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 0, refused: 0, isLeft: true });
  expect(log).toHaveLength(1);
  await page.readQueue();
  expect(page.queueStore.get().map(({ refusal }) => refusal)).toEqual([null, null]);
});

test('a list that is too large for a proxy is sent one by one', async () => {
  const page = await newPage();
  for (const order of ['1', '2']) await page.addFact(arrival(order));
  const { log } = serve(undefined, {
    [SYNC]: ({ body }) => {
      const facts = factsOf({ body });
      const [only] = facts;
      if (only === undefined || facts.length > 1) return [413, null] as never;
      return {
        answers: [{ id: only.id, outcome: 'done', problem: null, receipt: null, booking: null }],
        now: '2026-11-22T12:54:00Z',
      };
    },
  });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 2, refused: 0, isLeft: false });
  expect(log).toHaveLength(3);
});

test('one fact that is too large for a proxy is not refused', async () => {
  const page = await newPage();
  await page.addFact(arrival('1'));
  serve(undefined, { [SYNC]: () => [413, null] as never });
  expect(await page.sendQueue(KIRAN.id)).toEqual({ done: 0, refused: 0, isLeft: true });
});

test('the board shows waiting facts, and none that were refused or are of another venue', async () => {
  const { withQueued } = await import('@/desk/api/fact');
  const board = sampleBoard({ bookings: [sampleBoardBooking({ order: '1', due_paise: 85_000, paid_paise: 0 })] });
  const fact = (what: QueuedFact['what']) =>
    sampleFact({ order: '1', at: '2026-11-22T13:02:00.000Z', offset_ms: -600_000, what });
  const arrived = fact({ kind: 'attendance', order: '1', state: 'arrived' });
  const paid = fact({ kind: 'payment', order: '1', tender: 'cash', amount_paise: 85_000 });
  const [shown] = withQueued(board, [arrived, paid]).bookings;
  expect(shown).toMatchObject({
    attendance: 'arrived',
    attendance_at: '2026-11-22T12:52:00.000Z',
    due_paise: 0,
    paid_paise: 85_000,
  });
  const refused = { code: 'nothing_due', params: {}, due_paise: 0 };
  expect(withQueued(board, [{ ...paid, refusal: refused }])).toBe(board);
  expect(withQueued(board, [{ ...arrived, venue: 2 }])).toBe(board);
});
