import { expect, test } from 'vitest';
import type { SeriesWeek } from '@/desk/api/series';
import { chosenSlots, clashesOf, clashKey, weeksOf, weeksOffered } from './series';

const free = { court: 23, minute: 1140, state: 'free', price_paise: 100_000, others: [] } as const;
const other = { court: 24, name: 'Court 4', price_paise: 90_000 };
const taken = { court: 23, minute: 1140, state: 'taken', price_paise: null, others: [other] } as const;
const weeks: SeriesWeek[] = [
  { day: '2026-11-29', slots: [{ ...free, others: [] }] },
  { day: '2026-12-06', slots: [{ ...taken, others: [other] }] },
  { day: '2026-12-13', slots: [{ ...free, state: 'not_for_sale', price_paise: null, others: [] }] },
];

test('free weeks are booked, taken ones are left out until another court is chosen', () => {
  const first = { day: '2026-11-29', court: 23, minute: 1140, price_paise: 100_000 };
  expect(chosenSlots(weeks, new Map())).toEqual([first]);
  const choices = new Map([[clashKey('2026-12-06', taken), 24]]);
  const second = { day: '2026-12-06', court: 24, minute: 1140, price_paise: 90_000 };
  expect(chosenSlots(weeks, choices)).toEqual([first, second]);
  // A court that is taken by now is not booked.
  expect(chosenSlots(weeks, new Map([[clashKey('2026-12-06', taken), 25]]))).toEqual([first]);
});

test('a court that one clash of an hour has is not offered to another one', () => {
  const day = '2026-12-06';
  const others = [other, { court: 25, name: 'Court 5', price_paise: 80_000 }];
  const slots = [
    { ...taken, others },
    { ...taken, court: 22, others },
    { ...taken, minute: 1200, others },
  ];
  const week: SeriesWeek = { day, slots };
  const keys = slots.map((slot) => clashKey(day, slot));
  const offered = (choices: ReadonlyMap<string, number>) =>
    clashesOf([week], choices).flatMap(({ clashes }) =>
      clashes.map((clash) => clash.offered.map(({ court }) => court)),
    );
  const [first = '', second = ''] = keys;
  expect(offered(new Map([[first, 24]]))).toEqual([[24, 25], [25], [24, 25]]);
  const both = new Map([
    [first, 24],
    [second, 24],
  ]);
  expect(chosenSlots([week], both), 'both had chosen it before the weeks were read again').toEqual([
    { day, court: 24, minute: 1140, price_paise: 90_000 },
  ]);
});

test('the clashes are the weeks with a slot that is not free', () => {
  expect(clashesOf(weeks, new Map()).map(({ day }) => day)).toEqual(['2026-12-06', '2026-12-13']);
});

test('as many weeks are offered as one series can have', () => {
  expect(weeksOffered(1, 26).at(-1)).toBe(26);
  expect(weeksOffered(4, 26).at(-1)).toBe(26);
  expect(weeksOffered(5, 26).at(-1)).toBe(20);
  expect(weeksOffered(12, 26)).toEqual([2, 3, 4, 6, 8]);
});

test('no more weeks are offered than the server allows, and all that it allows', () => {
  expect(weeksOffered(1, 8)).toEqual([2, 3, 4, 6, 8]);
  expect(weeksOffered(1, 9)).toEqual([2, 3, 4, 6, 8, 9]);
  expect(weeksOffered(2, 52).slice(-3)).toEqual([26, 39, 52]);
  expect(weeksOffered(1, 1)).toEqual([]);
});

test('a series that would have too many slots gets fewer weeks, and its own again with fewer slots', () => {
  expect([1, 4, 5, 12].map((slots) => weeksOf(26, weeksOffered(slots, 26)))).toEqual([26, 26, 20, 8]);
  expect(weeksOf(4, weeksOffered(12, 26))).toBe(4);
  expect(weeksOf(1, weeksOffered(1, 26))).toBe(1);
});
