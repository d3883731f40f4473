import { expect, test } from 'vitest';
import { reportsSearch } from '@/desk/lib/search';
import { countDays, daysOf, daysText, kindOf, movedPeriod, wrongDays } from './period';

const TODAY = '2026-11-22';

test('periods end today, and a month begins with its first day', () => {
  expect(daysOf('week', TODAY)).toEqual({ from: '2026-11-16', to: TODAY, kind: 'week' });
  expect(daysOf('fourWeeks', TODAY)).toEqual({ from: '2026-10-26', to: TODAY, kind: 'fourWeeks' });
  expect(daysOf('month', TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
});

test('the kind of a period follows from its days', () => {
  expect(kindOf({ from: '2026-11-01', to: TODAY }, TODAY)).toBe('month');
  expect(kindOf({ from: '2026-10-01', to: '2026-10-31' }, TODAY)).toBe('month');
  expect(kindOf({ from: '2026-10-01', to: TODAY }, TODAY)).toBe('days');
  expect(kindOf({ from: '2026-11-16', to: TODAY }, TODAY)).toBe('week');
  expect(kindOf({ from: '2026-10-26', to: TODAY }, TODAY)).toBe('fourWeeks');
  expect(kindOf({ from: '2026-02-01', to: '2026-02-28' }, TODAY)).toBe('month');
});

test.each([
  ['2026-11-07', 'week', { from: '2026-10-25', to: '2026-10-31', kind: 'week' }],
  ['2026-11-28', 'fourWeeks', { from: '2026-10-04', to: '2026-10-31', kind: 'fourWeeks' }],
] as const)('on %s the days of this month so far are a %s if they were chosen so', (today, kind, before) => {
  const chosen = daysOf(kind, today);
  expect(kindOf({ ...chosen, ...reportsSearch(chosen as never) }, today)).toBe(kind);
  expect(movedPeriod(chosen, -1, today)).toEqual(before);
  expect(kindOf({ from: chosen.from, to: chosen.to }, today)).toBe('month');
  expect(kindOf(daysOf('month', today), today)).toBe('month');
  // A kind that does not fit the days is ignored.
  expect(kindOf({ from: '2026-10-01', to: '2026-10-31', kind }, today)).toBe('month');
});

test('a month moves to a whole month and back to the part of this one', () => {
  const before = movedPeriod({ from: '2026-11-01', to: TODAY }, -1, TODAY);
  expect(before).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(movedPeriod(before, 1, TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
  expect(movedPeriod({ from: '2026-11-01', to: TODAY }, 1, TODAY)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test('other periods move by as many days as they have', () => {
  const days = { from: '2026-10-26', to: TODAY };
  const before = movedPeriod(days, -1, TODAY);
  expect(before).toEqual({ from: '2026-09-28', to: '2026-10-25' });
  expect(countDays(before)).toBe(28);
  expect(movedPeriod(before, 1, TODAY)).toEqual(days);
});

test('both days are written with their years if one of them is in another year', () => {
  expect(daysText({ from: '2026-10-26', to: TODAY }, TODAY)).toBe('26 Oct – 22 Nov');
  expect(daysText({ from: '2025-12-30', to: '2026-01-02' }, TODAY)).toBe('30 Dec 2025 – 2 Jan 2026');
  expect(daysText({ from: TODAY, to: TODAY }, TODAY)).toBe('22 Nov');
});

test('typed days are refused with a reason', () => {
  expect(wrongDays({ from: '', to: TODAY })).toBe('missing');
  expect(wrongDays({ from: TODAY, to: '2026-11-21' })).toBe('backwards');
  expect(wrongDays({ from: '2025-11-22', to: '2026-11-22' })).toBeNull();
  expect(wrongDays({ from: '2025-11-21', to: '2026-11-22' })).toBe('tooLong');
  // The server refuses days before 2000 and after 2199. A date field makes the year 26 of a typed "26".
  expect(wrongDays({ from: '0026-11-01', to: '0026-11-22' })).toBe('outOfRange');
  expect(wrongDays({ from: '2199-12-31', to: '2200-01-01' })).toBe('outOfRange');
  expect(wrongDays({ from: '20261-11-01', to: '2026-11-22' })).toBe('outOfRange');
  expect(wrongDays({ from: '20261-11-01', to: '20261-11-22' })).toBe('outOfRange');
  expect(wrongDays({ from: '2000-01-01', to: '2000-01-01' })).toBeNull();
});
