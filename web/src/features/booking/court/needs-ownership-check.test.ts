import { expect, test } from 'vitest';
import type { CourtAnswer } from './court-groups';
import { needsOwnershipCheck } from './needs-ownership-check';

const court = (number: number, available: 'yes' | 'no'): CourtAnswer => ({
  court_id: number,
  court_name: `Court ${number}`,
  court_type: 'OUTDOOR',
  available,
  price: 800,
  number,
});
const ownsNone = () => false;

test('a newly taken court of unknown owner needs a check', () => {
  expect(needsOwnershipCheck([court(1, 'yes')], [court(1, 'no')], ownsNone)).toBe(true);
});

test('a newly taken court that is known as the player’s own needs no check', () => {
  expect(needsOwnershipCheck([court(1, 'yes')], [court(1, 'no')], (id) => id === 1)).toBe(false);
  expect(
    needsOwnershipCheck([court(1, 'yes'), court(2, 'yes')], [court(1, 'no'), court(2, 'no')], (id) => id === 1),
  ).toBe(true);
});

test('a court that was taken before, became free or is new needs no check', () => {
  expect(needsOwnershipCheck([court(1, 'no')], [court(1, 'no')], ownsNone)).toBe(false);
  expect(needsOwnershipCheck([court(1, 'no')], [court(1, 'yes')], ownsNone)).toBe(false);
  expect(needsOwnershipCheck([], [court(1, 'no')], ownsNone)).toBe(false);
});
