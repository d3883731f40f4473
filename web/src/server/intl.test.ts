import { expect, test } from 'vitest';
import { serverIntl } from './intl';

const locales = ['en-IN', 'hi-IN-u-nu-latn', 'gu-IN-u-nu-latn', 'mr-IN-u-nu-latn'];

test.each(locales)('lengths of time are written as by a full Intl in %s', (locale) => {
  for (const unit of ['hour', 'minute', 'second']) {
    const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
    const [server, full] = [new serverIntl.NumberFormat(locale, options), new Intl.NumberFormat(locale, options)];
    const counts = [0, 1, 2, 5, 11, 21, 24, 101, 199, 200, 336, 999];
    expect(counts.map((count) => server.format(count))).toEqual(counts.map((count) => full.format(count)));
    expect(() => server.format(1000)).toThrow(RangeError);
    expect(() => server.format(1.5)).toThrow(RangeError);
  }
});

test.each(locales)('lists and plurals are those of a full Intl in %s', (locale) => {
  const [server, full] = [
    new serverIntl.ListFormat(locale, { type: 'conjunction' }),
    new Intl.ListFormat(locale, { type: 'conjunction' }),
  ];
  for (const names of [['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D', 'E']]) {
    expect(server.format(names)).toBe(full.format(names));
  }
  const [rules, fullRules] = [new serverIntl.PluralRules(locale), new Intl.PluralRules(locale)];
  const counts = Array.from({ length: 300 }, (_, count) => count);
  expect(counts.map((count) => rules.select(count))).toEqual(counts.map((count) => fullRules.select(count)));
});

test('a year alone, as in the footer, has its table', () => {
  const year = { timeZone: 'UTC', year: 'numeric' } as const;
  expect(new serverIntl.DateTimeFormat('en-CA', year).format(new Date('2026-12-31T23:59:00Z'))).toBe('2026');
});

test('a number without a table is refused, not written wrongly', () => {
  expect(() => new serverIntl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })).toThrow(RangeError);
  expect(() => new serverIntl.NumberFormat('en-IN', { style: 'unit', unit: 'day', unitDisplay: 'long' })).toThrow(
    RangeError,
  );
});

test('an hour of a 12-hour clock is refused, not written without AM or PM', () => {
  const hour = { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' } as const;
  const instant = new Date('2026-11-22T19:05:00Z');
  expect(() => new serverIntl.DateTimeFormat('en-IN', hour).format(instant)).toThrow(RangeError);
  expect(new serverIntl.DateTimeFormat('en-GB', hour).format(instant)).toBe('19:05');
});
