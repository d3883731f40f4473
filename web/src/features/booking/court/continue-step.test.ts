import { expect, test } from 'vitest';
import type { Ownership } from '@/api/own-courts';
import { continueStep } from './continue-step';
import { courtGroups, findCourt } from './court-groups';

const groups = courtGroups(
  [1, 2].map((number) => ({
    court_id: number,
    court_name: `Court ${number}`,
    court_type: 'OUTDOOR',
    available: number === 1 ? 'yes' : 'no',
    price: 800,
    number,
  })),
);
const booked = { kind: 'booked', court: { orderid: '4820193756' } } as Ownership;

/** The step for an address, with the court that the screen shows as chosen. */
function step(
  query: string,
  {
    chosen,
    releasing,
    isAuthenticated = true,
  }: { chosen?: number; releasing?: number; isAuthenticated?: boolean } = {},
) {
  return continueStep({
    query: new URLSearchParams(query),
    isAuthenticated,
    groups,
    chosen: findCourt(groups, chosen),
    releasing,
    ownership: (court) => (court === 2 ? booked : undefined),
  });
}

test('Continue holds the chosen court', () => {
  expect(step('court=1', { chosen: 1 })).toEqual({ kind: 'hold', court: 1 });
});

test('Continue holds a free court that was tapped before the screen shows it as chosen', () => {
  expect(step('court=1')).toEqual({ kind: 'hold', court: 1 });
});

test('Continue asks for a court if none is chosen', () => {
  expect(step('')).toEqual({ kind: 'choose-first' });
  expect(step('', { chosen: 1 }), 'the address no longer names the chosen court').toEqual({ kind: 'choose-first' });
});

test('Continue opens a court that the player holds or has booked', () => {
  expect(step('court=2')).toEqual({ kind: 'open-own', ownership: booked });
});

test('Continue waits for the release of the court, and for that of no other one', () => {
  expect(step('court=2', { releasing: 2 })).toEqual({ kind: 'after-release' });
  expect(step('court=1', { chosen: 1, releasing: 2 })).toEqual({ kind: 'hold', court: 1 });
});

test('Continue waits while the court is held already; the order of an ended session does not count', () => {
  expect(step('court=1&order=4820193756', { chosen: 1 })).toEqual({ kind: 'wait' });
  expect(step('court=1&order=4820193756', { chosen: 1, isAuthenticated: false })).toEqual({ kind: 'hold', court: 1 });
});
