import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { sampleSlotVenue } from '@/testing/samples';
import { success } from '@/testing/stand-in-server';
import { ApiFailure } from './api-failure';
import { DayEvents, readDayEvent, withFreeCourts, withHours } from './day-events';
import type { components } from './schema';

type Court = components['schemas']['Court'];
type Slots = components['schemas']['GetTimeslotsAnswer'];
type Hour = components['schemas']['EventHour'];

const DATE = '2026-11-22';
const COURTS = ['courts', 1, DATE, '7:00 PM', 1];
const SLOTS = ['slots', 1, 1];

const courts = (...free: number[]): Court[] =>
  [1, 2, 3].map((number) => ({
    court_id: number,
    court_name: `Court ${number}`,
    court_type: 'OUTDOOR',
    available: free.includes(number) ? 'yes' : 'no',
    price: 800,
    number,
  }));

const open = (time: string, ...free: number[]): Hour => ({
  time,
  free_courts: free,
  slot: { time, type: 'EVENING', price: 800, free: free.length },
});
const full = (time: string): Hour => ({ time, free_courts: [], reason: 'full' });

const twoDays = (): Slots => ({
  ...success(),
  date: [DATE, '2026-11-23'].map((date) => ({
    date: { date, weekday: 'Sun', day: date.slice(-2) },
    slots: [
      { time: '6:00 PM', type: 'EVENING', price: 800, free: 3 },
      { time: '7:00 PM', type: 'EVENING', price: 800, free: 3 },
    ],
    closed: [{ time: '10:00 AM', reason: 'past' }],
  })),
  venue: sampleSlotVenue,
  server_time: '2026-11-21T04:30:00Z',
});

const event = (version: number, previous: number | null, ...hours: Hour[]) => ({
  venue: 1,
  date: DATE,
  version,
  previous,
  hours,
});

test('an event that cannot be read is null, and one of an older server has no hours', () => {
  expect(readDayEvent('half of it')).toBeNull();
  expect(readDayEvent('7')).toBeNull();
  expect(readDayEvent('{"venue":1,"date":"2026-11-22","version":7}')).toEqual({ venue: 1, date: DATE, version: 7 });
});

test('courts get the state of the event and keep the rest', () => {
  const before = courts(1, 2);
  const after = withFreeCourts(before, open('7:00 PM', 2, 3));
  expect(after).toEqual(courts(2, 3));
  expect(after[1], 'an unchanged court is the same object').toBe(before[1]);
});

test('an hour moves between the free and the closed ones of its day, in order', () => {
  const taken = withHours(twoDays(), DATE, [full('6:00 PM')]);
  expect(taken.date[0]?.slots.map(({ time }) => time)).toEqual(['7:00 PM']);
  expect(taken.date[0]?.closed).toEqual([
    { time: '10:00 AM', reason: 'past' },
    { time: '6:00 PM', reason: 'full' },
  ]);
  expect(taken.date[1], 'another day stays').toEqual(twoDays().date[1]);
  const freed = withHours(taken, DATE, [open('6:00 PM', 2)]);
  expect(freed.date[0]?.slots.map(({ time, free }) => [time, free])).toEqual([
    ['6:00 PM', 1],
    ['7:00 PM', 3],
  ]);
  expect(freed.date[0]?.closed).toEqual(twoDays().date[0]?.closed);
});

describe('events of a day', () => {
  let client: QueryClient;
  let events: DayEvents;
  /** Requests the courts; the test answers the request with `answer`. */
  const requestCourts = () => {
    const { promise, resolve: answer } = deferred<Court[]>();
    return { fetched: client.fetchQuery({ queryKey: COURTS, queryFn: () => promise }), answer };
  };
  const shown = () => client.getQueryData<Court[]>(COURTS);

  beforeEach(() => {
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(COURTS, courts(1, 2, 3));
    client.setQueryData(SLOTS, twoDays());
    events = new DayEvents(client, { venue: 1, sport: 1, date: DATE });
  });
  afterEach(() => {
    events.stop();
    client.clear();
  });

  test('are applied in order, to each answer about that day', () => {
    client.setQueryData(['courts', 1, '2026-11-23', '7:00 PM', 1], courts(1, 2, 3));
    client.setQueryData(['courts', 2, DATE, '7:00 PM', 1], courts(1, 2, 3));
    client.setQueryData(['courts', 1, DATE, '7:00 PM', 2], courts(1, 2, 3));
    expect(events.apply('open', event(4, null, open('6:00 PM', 1, 2, 3), open('7:00 PM', 1, 2)))).toBe(true);
    expect(shown()).toEqual(courts(1, 2));
    expect(events.apply('changed', event(6, 4, open('7:00 PM', 2)))).toBe(true);
    expect(shown()).toEqual(courts(2));
    expect(client.getQueryData<Slots>(SLOTS)?.date[0]?.slots.map(({ free }) => free)).toEqual([3, 1]);
    expect(client.getQueryData(['courts', 1, '2026-11-23', '7:00 PM', 1]), 'another day').toEqual(courts(1, 2, 3));
    expect(client.getQueryData(['courts', 2, DATE, '7:00 PM', 1]), 'another venue').toEqual(courts(1, 2, 3));
    expect(client.getQueryData(['courts', 1, DATE, '7:00 PM', 2]), 'another sport').toEqual(courts(1, 2, 3));
  });

  test('older than the last applied one change nothing', () => {
    events.apply('open', event(6, null, open('7:00 PM', 2)));
    expect(events.apply('changed', event(5, 4, open('7:00 PM', 1, 2)))).toBe(true);
    expect(shown()).toEqual(courts(2));
  });

  test('after a gap make the screen load the data again, and later ones are applied', () => {
    events.apply('open', event(4, null, open('7:00 PM', 1, 2)));
    expect(events.apply('changed', event(8, 6, open('7:00 PM', 2)))).toBe(false);
    expect(events.apply('changed', event(9, 8, open('7:00 PM', 3)))).toBe(true);
    expect(shown()).toEqual(courts(3));
  });

  test('without hours make the screen load the data again', () => {
    expect(events.apply('open', { venue: 1, date: DATE, version: 1 }), 'an older server').toBe(false);
    expect(events.apply('resync', event(1, null)), 'prices may have changed').toBe(false);
  });

  test('are not applied to what the server refuses by now', async () => {
    const refused = client.fetchQuery({
      queryKey: COURTS,
      queryFn: () => Promise.reject(new ApiFailure(200, 'no_such_venue')),
    });
    await expect(refused).rejects.toMatchObject({ code: 'no_such_venue' });
    events.apply('open', event(4, null, open('7:00 PM', 2)));
    expect(client.getQueryState(COURTS)?.error, 'data would take its place').toMatchObject({ code: 'no_such_venue' });
    expect(shown()).toEqual(courts(1, 2, 3));
  });

  test('are applied to an answer whose request was sent before them', async () => {
    events.apply('open', event(4, null, open('7:00 PM', 1, 2, 3)));
    const { fetched, answer } = requestCourts();
    events.apply('changed', event(5, 4, open('7:00 PM', 2, 3)));
    answer(courts(1, 2, 3));
    await fetched;
    expect(shown()).toEqual(courts(2, 3));
  });

  test('are applied to an answer whose request was sent before the first of them was read', async () => {
    events.stop();
    const { fetched, answer } = requestCourts();
    events = new DayEvents(client, { venue: 1, sport: 1, date: DATE });
    events.apply('open', event(5, null, open('7:00 PM', 2, 3)));
    answer(courts(1, 2, 3));
    await fetched;
    expect(shown()).toEqual(courts(2, 3));
  });

  test('do not change an answer whose request was sent after them', async () => {
    events.apply('open', event(4, null, open('7:00 PM', 1, 2, 3)));
    await client.fetchQuery({ queryKey: COURTS, queryFn: () => courts(3) });
    expect(shown()).toEqual(courts(3));
  });

  test('are not applied to an answer that arrives after the stop', async () => {
    const { fetched, answer } = requestCourts();
    events.apply('open', event(5, null, open('7:00 PM', 2)));
    events.stop();
    answer(courts(1));
    await fetched;
    expect(shown()).toEqual(courts(1));
  });
});
