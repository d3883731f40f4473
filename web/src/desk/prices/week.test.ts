import { expect, test } from 'vitest';
import type { PricedHour } from './prices';
import { applyStrokes, areaOf, cellOf, changesOf, hourRangeText, strokeOf, weekdaysText, type Weeks } from './week';

const PRICES = { starts: [360, 420, 480, 540], slot_minutes: 60 };
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Two courts, 6 to 10 AM for ₹800; on Sundays nothing begins at 6. */
function weeks(): Weeks {
  const hour = (weekday: number, column: number): PricedHour =>
    weekday === 6 && column === 0 ? { is_open: false, price_paise: null } : { is_open: true, price_paise: 80_000 };
  const days = NAMES.map((_, weekday) => PRICES.starts.map((_, column) => hour(weekday, column)));
  return new Map([
    [1, days],
    [2, days],
  ]);
}

const weekend = areaOf({ weekday: 6, column: 1 }, { weekday: 5, column: 0 });

test('an area is painted from any of its corners, and closed hours stay closed', () => {
  const stroke = strokeOf(PRICES, [1], weekend, 120_000);
  expect(stroke).toEqual({
    courts: [1],
    weekdays: [5, 6],
    from_minute: 360,
    until_minute: 480,
    price_paise: 120_000,
  });
  const after = applyStrokes(weeks(), PRICES.starts, [stroke]);
  expect(after.get(1)?.[5]?.map(({ price_paise }) => price_paise)).toEqual([120_000, 120_000, 80_000, 80_000]);
  expect(after.get(1)?.[6]?.[0]).toEqual({ is_open: false, price_paise: null });
  expect(after.get(2)?.[5]?.[0]?.price_paise).toBe(80_000);
});

test('the last stroke over an hour counts', () => {
  const strokes = [strokeOf(PRICES, [1, 2], weekend, 120_000), strokeOf(PRICES, [1, 2], weekend, null)];
  const cell = cellOf(applyStrokes(weeks(), PRICES.starts, strokes), [1, 2], { weekday: 5, column: 0 });
  expect(cell).toEqual({ isOpen: true, lowest: null, highest: null, hasUnsold: true });
});

test('an hour of courts with different prices has the lowest and the highest', () => {
  const after = applyStrokes(weeks(), PRICES.starts, [strokeOf(PRICES, [2], weekend, 90_000)]);
  expect(cellOf(after, [1, 2], { weekday: 5, column: 1 })).toMatchObject({ lowest: 80_000, highest: 90_000 });
});

test('the same change on several courts is one line, and a closed hour is in none', () => {
  const before = weeks();
  const after = applyStrokes(before, PRICES.starts, [strokeOf(PRICES, [1, 2], weekend, 120_000)]);
  expect(changesOf(before, after, PRICES)).toEqual([
    { courts: [1, 2], weekdays: [5], fromMinute: 360, untilMinute: 480, old: 80_000, new: 120_000 },
    { courts: [1, 2], weekdays: [6], fromMinute: 420, untilMinute: 480, old: 80_000, new: 120_000 },
  ]);
  expect(changesOf(before, before, PRICES)).toEqual([]);
});

test('hours are listed whole, also with starts of other weekdays between them, and a break of the day is in none', () => {
  // On Mondays hours begin at 6, 7 and 9:30 AM, on Tuesdays at 6:30 and 7:30 AM.
  const prices = { starts: [360, 390, 420, 450, 570], slot_minutes: 60 };
  const open = [
    [true, false, true, false, true],
    [false, true, false, true, false],
  ];
  const weekAt = (price: number) =>
    open.map((day) => day.map((is_open): PricedHour => ({ is_open, price_paise: is_open ? price : null })));
  const before: Weeks = new Map([[1, weekAt(80_000)]]);
  const change = { courts: [1], old: 80_000, new: 90_000 };
  expect(changesOf(before, new Map([[1, weekAt(90_000)]]), prices)).toEqual([
    { ...change, weekdays: [0], fromMinute: 360, untilMinute: 480 },
    { ...change, weekdays: [0], fromMinute: 570, untilMinute: 630 },
    { ...change, weekdays: [1], fromMinute: 390, untilMinute: 510 },
  ]);
  // A stroke over the first start does not paint the second one.
  const first = { weekday: 0, column: 0 };
  expect(strokeOf(prices, [1], areaOf(first, first), 90_000)).toMatchObject({ from_minute: 360, until_minute: 390 });
});

test('three weekdays in a row are a range, and AM or PM of both hours is written once', () => {
  const text = (weekdays: number[]) => weekdaysText(weekdays, (weekday) => NAMES[weekday] ?? '');
  expect(text([0, 1, 2, 3])).toBe('Mon – Thu');
  expect(text([5, 6])).toBe('Sat, Sun');
  expect(text([0, 2, 4, 5, 6])).toBe('Mon, Wed, Fri – Sun');
  expect(hourRangeText(1080, 1320)).toBe('6 – 10 PM');
  expect(hourRangeText(660, 780)).toBe('11 AM – 1 PM');
});

test('hours until midnight are not written as hours of one morning', () => {
  expect(hourRangeText(360, 1440)).toBe('6 AM – 12 AM');
  expect(hourRangeText(1320, 1440)).toBe('10 PM – 12 AM');
  expect(hourRangeText(0, 360)).toBe('12 – 6 AM');
});
