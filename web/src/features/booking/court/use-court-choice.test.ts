import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Ownership } from '@/api/own-courts';
import { courtGroups } from './court-groups';
import { type CourtFacts, useCourtChoice } from './use-court-choice';

const HOUR = '2026-11-22 7:00 PM';
const ORDER = '4820193756';

/** Courts 1 to 3, of which these are free. */
const free = (...numbers: number[]) =>
  courtGroups(
    [1, 2, 3].map((number) => ({
      court_id: number,
      court_name: `Court ${number}`,
      court_type: 'OUTDOOR',
      available: numbers.includes(number) ? 'yes' : 'no',
      price: 800,
      number,
    })),
  );

const none = () => undefined;
const own = (kind: Ownership['kind'], id: number) => (court: number | undefined) =>
  court === id ? ({ kind, court: { orderid: ORDER } } as Ownership) : undefined;

const facts: CourtFacts = {
  hour: HOUR,
  groups: free(1, 3),
  updatedAt: 1_000,
  isFresh: true,
  court: 3,
  order: undefined,
  isAuthenticated: true,
  isHolding: false,
  releasing: undefined,
  ownership: none,
  isOwnKnown: true,
};

/** Renders the hook; `show` renders it again with some facts changed, and keeps the others. */
function choose(first: Partial<CourtFacts> = {}) {
  let now = { ...facts, ...first };
  const { result, rerender } = renderHook(() => useCourtChoice(now));
  return {
    choice: () => result.current,
    show: (changed: Partial<CourtFacts>) => {
      now = { ...now, ...changed };
      rerender();
      return result.current;
    },
  };
}

test('a free court of the address is chosen', () => {
  const { choice, show } = choose();
  expect(choice()).toMatchObject({ picked: { id: 3 }, chosen: { id: 3 }, own: undefined, taken: undefined });
  expect(show({ court: undefined }).chosen).toBeUndefined();
});

test('a court that was never available here is taken, but not just taken', () => {
  const { choice } = choose({ court: 2 });
  expect(choice()).toMatchObject({ chosen: undefined, taken: { id: 2 }, isJustTaken: false, justGone: undefined });
});

test('a chosen court that another player takes is just taken, and stays so without it in the address', () => {
  const { show } = choose();
  const gone = show({ groups: free(1), updatedAt: 2_000 });
  expect(gone).toMatchObject({ chosen: undefined, taken: { id: 3 }, isJustTaken: true, justGone: 3 });
  expect(show({ court: undefined })).toMatchObject({ taken: { id: 3 }, isJustTaken: true });
  expect(show({ groups: free(1, 3), updatedAt: 3_000 }).taken, 'it became free again').toBeUndefined();
});

test('a lost court is not reported at another hour', () => {
  const { show } = choose();
  show({ groups: free(1), updatedAt: 2_000 });
  expect(show({ hour: '2026-11-22 8:00 PM', court: undefined }).taken).toBeUndefined();
});

test('no court is reported as taken until the player’s own courts and those of the hour are known', () => {
  expect(choose({ court: 2, isOwnKnown: false }).choice().taken).toBeUndefined();
  expect(choose({ court: 2, isFresh: false }).choice().taken).toBeUndefined();
});

test('a court that this screen holds, requests or releases can be chosen although it is not free', () => {
  for (const ours of [{ order: ORDER }, { isHolding: true }, { releasing: 2 }]) {
    expect(choose({ court: 2, ...ours }).choice()).toMatchObject({ chosen: { id: 2 }, isOurs: true, taken: undefined });
  }
  expect(choose({ court: 2, releasing: 1 }).choice().chosen, 'another court is released').toBeUndefined();
});

test('a court that the player holds or has booked elsewhere is neither chosen nor taken', () => {
  for (const kind of ['held', 'booked'] as const) {
    const { choice } = choose({ court: 2, ownership: own(kind, 2) });
    expect(choice()).toMatchObject({ own: { kind }, chosen: undefined, taken: undefined });
  }
});

test('after the session ends, the player’s own court is not shown as another player’s', () => {
  const { show } = choose({ court: 2, ownership: own('held', 2) });
  const ended = show({ isAuthenticated: false, ownership: none });
  expect(ended).toMatchObject({ isLoggedOut: true, taken: undefined });
  expect(show({ isAuthenticated: true })).toMatchObject({ isLoggedOut: false, taken: { id: 2 } });
  const withOrder = choose({ court: 2, order: ORDER, isAuthenticated: false });
  expect(withOrder.choice()).toMatchObject({ isLoggedOut: true, isOurs: false });
});

test('after the session ends, the same court at another hour is not taken for the player’s own', () => {
  const { show } = choose({ court: 2, ownership: own('held', 2) });
  expect(show({ isAuthenticated: false, ownership: none }).isLoggedOut).toBe(true);
  const later = { hour: '2026-11-22 8:00 PM', court: 2 };
  expect(show({ ...later, groups: free(1, 2, 3) })).toMatchObject({ chosen: { id: 2 }, isLoggedOut: false });
  const gone = show({ ...later, groups: free(1, 3), updatedAt: 2_000 });
  expect(gone).toMatchObject({ isLoggedOut: false, taken: { id: 2 }, isJustTaken: true, justGone: 2 });
  expect(show({ hour: HOUR, court: 2, groups: free(1, 3) }).isLoggedOut, 'back at the hour of the hold').toBe(true);
});

test('a refused hold loses the court until newer data shows it free, or until it is forgotten', () => {
  const { choice, show } = choose();
  act(() => choice().lose(3));
  expect(choice(), 'the courts are older than the refusal').toMatchObject({ taken: { id: 3 }, isJustTaken: true });
  expect(show({ updatedAt: 2_000 }).taken).toBeUndefined();
  act(() => choice().lose(1));
  expect(choice().taken).toMatchObject({ id: 1 });
  act(() => choice().forgetLost());
  expect(choice().taken).toBeUndefined();
});
