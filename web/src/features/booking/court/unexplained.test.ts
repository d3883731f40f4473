import { expect, it } from 'vitest';
import type { CourtAnswer } from './court-groups';
import { unexplained } from './unexplained';

const court = (number: number, available: 'yes' | 'no'): CourtAnswer => ({
  court_id: number,
  court_name: `Court ${number}`,
  court_type: 'OUTDOOR',
  available,
  price: 800,
  number,
});
const nobodys = () => false;

it('a court that was free and is gone needs a reason', () => {
  expect(unexplained([court(1, 'yes')], [court(1, 'no')], nobodys)).toBe(true);
});

it('one that is known as the player’s own has its reason', () => {
  expect(unexplained([court(1, 'yes')], [court(1, 'no')], (id) => id === 1)).toBe(false);
  expect(unexplained([court(1, 'yes'), court(2, 'yes')], [court(1, 'no'), court(2, 'no')], (id) => id === 1)).toBe(
    true,
  );
});

it('one that was gone before, became free, or is new needs none', () => {
  expect(unexplained([court(1, 'no')], [court(1, 'no')], nobodys)).toBe(false);
  expect(unexplained([court(1, 'no')], [court(1, 'yes')], nobodys)).toBe(false);
  expect(unexplained([], [court(1, 'no')], nobodys)).toBe(false);
});
