import { describe, expect, test } from 'vitest';
import { roundOff } from '@/desk/lib/round-off';
import { equalParts, likelyGiven, SHARES, spread, sumOfDue } from './amounts';

const line = (order: string, due_paise: number) => ({ order, version: 3, due_paise });
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);

describe('equal parts', () => {
  test('differ by at most a paisa, the larger ones first', () => {
    expect(equalParts(85_000, 3, 1)).toEqual([28_334, 28_333, 28_333]);
    expect(equalParts(100_000, 4, 1)).toEqual([25_000, 25_000, 25_000, 25_000]);
  });

  test('in cash differ by at most a rupee', () => {
    expect(equalParts(85_000, 3, 100)).toEqual([28_400, 28_300, 28_300]);
  });

  test('in cash leave the paise to the last one', () => {
    expect(equalParts(85_050, 3, 100)).toEqual([28_400, 28_300, 28_350]);
  });

  test('add up to the whole and differ by at most one unit, for every number of people', () => {
    for (const total of [1, 99, 100, 101, 85_000, 85_050, 99_999, 7_654_321]) {
      for (const count of SHARES) {
        for (const unit of [1, 100] as const) {
          const parts = equalParts(total, count, unit);
          expect(sum(parts), `${total} in ${count}`).toBe(total);
          expect(Math.max(...parts) - Math.min(...parts), `${total} in ${count}`).toBeLessThanOrEqual(unit);
        }
      }
    }
  });

  test('are the same if they are taken one after another: the next is the first of those that are left', () => {
    for (const unit of [1, 100] as const) {
      let rest = 85_050;
      const taken = [];
      for (let left = 3; left > 0; left -= 1) {
        const [next = 0] = equalParts(rest, left, unit);
        taken.push(next);
        rest -= next;
      }
      expect(taken).toEqual(equalParts(85_050, 3, unit));
    }
  });
});

describe('an amount for several bookings', () => {
  const lines = [line('1', 85_000), line('2', 100_000), line('3', 0), line('4', 70_000)];

  test('pays all of them if it is the sum', () => {
    expect(sumOfDue(lines)).toBe(255_000);
    expect(spread(255_000, lines)).toEqual([
      { order: '1', version: 3, amount_paise: 85_000 },
      { order: '2', version: 3, amount_paise: 100_000 },
      { order: '4', version: 3, amount_paise: 70_000 },
    ]);
  });

  test('pays each in full before the next, and leaves out those that get nothing', () => {
    expect(spread(90_000, lines).map(({ amount_paise }) => amount_paise)).toEqual([85_000, 5_000]);
    expect(spread(50_000, lines).map(({ order }) => order)).toEqual(['1']);
  });
});

test('the paise of a sum are rounded off in cash', () => {
  expect(roundOff(72_250)).toBe(50);
  expect(roundOff(85_000)).toBe(0);
});

test('a player probably hands over the amount rounded up to a multiple of 100, 500, 1,000 or 2,000 rupees', () => {
  expect(likelyGiven(85_000)).toEqual([90_000, 100_000, 200_000]);
  expect(likelyGiven(100_000)).toEqual([200_000]);
  expect(likelyGiven(5_000)).toEqual([10_000, 50_000, 100_000]);
});
