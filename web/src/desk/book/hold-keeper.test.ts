import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { DeskProblem } from '@/desk/api/problem';
import { HoldKeeper } from './hold-keeper';

const DAY = '2026-11-22';
const seven = { court: 23, minute: 1140 };
const eight = { court: 23, minute: 1200 };
/** How long a hold lasts, in milliseconds. */
const LASTS = 120_000;

let log: string[];
let answer: (slot: typeof seven) => Promise<void>;
let keys: string[];
/** Whether the next hold is a new one; false if another tab has it already. */
let isNew: boolean;
let made: Set<string>;
/** The ends of the holds that were released. */
let released: string[];

/** Makes a keeper with a server that holds every slot, unless `answer` says otherwise. */
function keeper() {
  return new HoldKeeper({
    hold: async (_, slot, key) => {
      log.push(`hold ${slot.minute}`);
      keys.push(key);
      await answer(slot);
      const until = new Date(Date.now() + LASTS).toISOString();
      return { ...slot, id: `id-${slot.minute}`, minutes: 60, price_paise: 100_000, until, is_new: isNew };
    },
    release: async (id, until) => {
      log.push(`release ${id}`);
      released.push(until);
    },
    onReleased: () => log.push('released'),
    made,
  });
}

/** A refusal of the server; without a code it is the page of a hotspot or a proxy. */
const refused = (status: number, code?: string) =>
  new DeskProblem(new Response(null, { status }), code === undefined ? {} : { code });

/** Lets every call end that does not wait for the test. */
const settle = () => pause(0);

beforeEach(() => {
  log = [];
  keys = [];
  released = [];
  isNew = true;
  made = new Set();
  answer = async () => {};
});

test('wanted slots are held, and released when they are not wanted any more', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven, eight]);
  await settle();
  expect(log).toEqual(['hold 1140', 'hold 1200']);
  expect([...holds.states.get().values()].map(({ kind }) => kind)).toEqual(['held', 'held']);
  holds.setWanted(DAY, [eight]);
  await settle();
  holds.setWanted(DAY, []);
  await settle();
  expect(log.slice(2)).toEqual(['release id-1140', 'released', 'release id-1200', 'released']);
  expect(holds.states.get().size).toBe(0);
});

test('a slot that is dropped and wanted again at once causes no call', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  holds.setWanted(DAY, []);
  holds.setWanted(DAY, [seven]);
  await settle();
  expect(log).toEqual(['hold 1140']);
});

test('a slot that is dropped during its request is released after the answer', async () => {
  const answered = deferred<void>();
  answer = () => answered.promise;
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  holds.setWanted(DAY, []);
  await settle();
  expect(log).toEqual(['hold 1140']);
  answered.resolve();
  await settle();
  expect(log.slice(1)).toEqual(['release id-1140', 'released']);
});

test('a slot that is wanted again while it is released is held after that', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  holds.setWanted(DAY, []);
  await Promise.resolve();
  holds.setWanted(DAY, [seven]);
  await settle();
  expect(log).toEqual(['hold 1140', 'release id-1140', 'released', 'hold 1140']);
  expect(holds.states.get().get('23-1140')?.kind).toBe('held');
});

test('a hold is renewed with a new key only when less than half of it is left', async () => {
  const holds = keeper();
  const begin = Date.now();
  holds.setWanted(DAY, [seven]);
  await settle();
  vi.setSystemTime(begin + LASTS / 2 - 1_000);
  holds.renew(0);
  await settle();
  expect(log).toHaveLength(1);
  vi.setSystemTime(begin + LASTS / 2 + 1_000);
  holds.renew(0);
  await settle();
  expect(log).toEqual(['hold 1140', 'hold 1140']);
  expect(new Set(keys).size).toBe(2);
});

test('a request without an answer is sent again with the same key, and a hold that was not renewed lasts on', async () => {
  const holds = keeper();
  const begin = Date.now();
  holds.setWanted(DAY, [seven]);
  await settle();
  let lost = 1;
  answer = async () => {
    lost -= 1;
    if (lost >= 0) throw new ApiFailure(0, 'network');
  };
  vi.setSystemTime(begin + LASTS);
  holds.renew(0);
  await vi.waitFor(() => expect(log).toHaveLength(3), 3_000);
  expect(keys[2]).toBe(keys[1]);
  lost = 9;
  vi.setSystemTime(begin + 2 * LASTS);
  holds.renew(0);
  await vi.waitFor(() => expect(log).toHaveLength(6), 6_000);
  expect(holds.states.get().get('23-1140')?.kind).toBe('held');
});

test('a hold lasts on if the server fails to renew it, and only a refusal of the slot ends it', async () => {
  const holds = keeper();
  const begin = Date.now();
  holds.setWanted(DAY, [seven]);
  await settle();
  vi.setSystemTime(begin + LASTS - 1_000);
  const kindAfter = async (failure: ApiFailure) => {
    answer = () => Promise.reject(failure);
    holds.renew(0);
    await settle();
    return holds.states.get().get('23-1140')?.kind;
  };
  const failures = [
    refused(503, 'unavailable'),
    refused(429, 'throttled'),
    refused(401, 'locked'),
    refused(408, 'too_slow'),
    refused(403, 'must_enrol'),
    refused(409, 'other_person'),
    refused(403),
  ];
  for (const failure of failures)
    expect([failure.message, await kindAfter(failure)]).toEqual([failure.message, 'held']);
  expect(log).toHaveLength(1 + failures.length);
  expect(await kindAfter(refused(409, 'slot_taken'))).toBe('missing');
});

test('a hold that the server failed to renew is released when its slot is not wanted any more', async () => {
  const holds = keeper();
  const begin = Date.now();
  holds.setWanted(DAY, [seven]);
  await settle();
  answer = () => Promise.reject(new ApiFailure(503, 'unavailable'));
  vi.setSystemTime(begin + LASTS - 1_000);
  holds.renew(0);
  await settle();
  holds.setWanted(DAY, []);
  await settle();
  expect(log).toEqual(['hold 1140', 'hold 1140', 'release id-1140', 'released']);
});

test('a slot that the server refuses is missing with its cause until it is requested again', async () => {
  const refusal = new ApiFailure(409, 'slot_taken');
  answer = () => Promise.reject(refusal);
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  expect(await holds.awaitHolds()).toBeNull();
  expect(holds.states.get().get('23-1140')).toEqual({ kind: 'missing', cause: refusal });
  answer = async () => {};
  holds.holdAgain();
  expect((await holds.awaitHolds())?.map(({ id }) => id)).toEqual(['id-1140']);
});

test('the hold of a booked slot is not released, and no hold is released while a booking runs', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  const booked = deferred<void>();
  const done = holds.runBooking(DAY, [seven], () => booked.promise);
  holds.setWanted(DAY, []);
  await settle();
  booked.resolve();
  await done;
  await settle();
  expect(log).toEqual(['hold 1140']);

  holds.setWanted(DAY, [eight]);
  await settle();
  const failed = holds.runBooking(DAY, [eight], () => Promise.reject(new Error('no')));
  holds.setWanted(DAY, []);
  await expect(failed).rejects.toThrow('no');
  await settle();
  expect(log.slice(1)).toEqual(['hold 1200', 'release id-1200', 'released']);
});

test('after a lost answer nothing is held anew until other slots are wanted', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  const lost = new ApiFailure(0, 'network');
  await expect(holds.runBooking(DAY, [seven], () => Promise.reject(lost))).rejects.toBe(lost);
  holds.holdAgain();
  await settle();
  expect(log).toEqual(['hold 1140']);
  holds.setWanted(DAY, [eight]);
  await settle();
  expect(log.slice(1)).toEqual(['hold 1200', 'release id-1140', 'released']);
});

test('a repetition that the server does not read leaves a lost booking lost, and a refusal ends it', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  const run = (failure: ApiFailure) => holds.runBooking(DAY, [seven], () => Promise.reject(failure)).catch(() => {});
  await run(new ApiFailure(0, 'network'));
  await run(refused(503, 'unavailable'));
  holds.holdAgain();
  await settle();
  expect(log).toEqual(['hold 1140']);
  await run(refused(409, 'slot_taken'));
  holds.holdAgain();
  await settle();
  expect(log).toEqual(['hold 1140', 'hold 1140']);
});

test('a lost answer stops no hold of other slots that were chosen while the booking ran', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  const lost = new ApiFailure(0, 'network');
  const ended = deferred<void>();
  const done = holds.runBooking(DAY, [seven], () => ended.promise.then(() => Promise.reject(lost)));
  answer = () => Promise.reject(new ApiFailure(503, 'unavailable'));
  holds.setWanted(DAY, [eight]);
  await settle();
  ended.resolve();
  await expect(done).rejects.toBe(lost);
  expect(holds.states.get().get('23-1200')?.kind).toBe('missing');
  answer = async () => {};
  holds.holdAgain();
  expect((await holds.awaitHolds())?.map(({ id }) => id)).toEqual(['id-1200']);
});

test('only the slots of a booking count as booked: the hold of another one is released when it is not wanted', async () => {
  const holds = keeper();
  holds.setWanted(DAY, [seven, eight]);
  await settle();
  await holds.runBooking(DAY, [seven], () => Promise.resolve());
  expect([...holds.states.get().values()].map(({ kind }) => kind)).toEqual(['booked', 'held']);
  holds.setWanted(DAY, []);
  await settle();
  expect(log.slice(2)).toEqual(['release id-1200', 'released']);
});

test('a hold is released with the end that was received last, and one that another tab made is not released', async () => {
  const holds = keeper();
  const begin = Date.now();
  vi.setSystemTime(begin);
  holds.setWanted(DAY, [seven]);
  await settle();
  vi.setSystemTime(begin + LASTS);
  isNew = false;
  holds.renew(0);
  await settle();
  holds.setWanted(DAY, [eight]);
  await settle();
  expect(released).toEqual([new Date(begin + 2 * LASTS).toISOString()]);
  holds.setWanted(DAY, []);
  await settle();
  expect(log).toEqual(['hold 1140', 'hold 1140', 'hold 1200', 'release id-1140', 'released']);
  expect(holds.states.get().size).toBe(0);
});

test('a renewed hold that this tab made before is released', async () => {
  isNew = false;
  made.add('id-1140');
  const holds = keeper();
  holds.setWanted(DAY, [seven]);
  await settle();
  holds.setWanted(DAY, []);
  await settle();
  expect(log).toEqual(['hold 1140', 'release id-1140', 'released']);
});
