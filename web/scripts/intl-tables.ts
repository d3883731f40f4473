// Tables of what `Intl` knows of our locales, because the engine that renders pages on the server has no `Intl`. They
// are read from the Node that builds the app, so the words have the same source (Unicode CLDR) as those of browsers.
import type { Plugin } from 'vite';

/** As lib/language.ts names them; the last two are for days and hours as text. */
const LOCALES = ['en-IN', 'hi-IN-u-nu-latn', 'gu-IN-u-nu-latn', 'mr-IN-u-nu-latn', 'en-CA', 'en-GB'];
const FIELDS = {
  weekday: [undefined, 'short', 'long'],
  day: [undefined, 'numeric', '2-digit'],
  month: [undefined, 'short', 'long', 'numeric', '2-digit'],
  year: [undefined, 'numeric'],
};

/** The units of lib/duration.ts. */
const UNITS = ['hour', 'minute', 'second'];

type Fields = Record<string, string>;

function combinations(): Fields[] {
  let all: Fields[] = [{}];
  for (const [name, values] of Object.entries(FIELDS)) {
    all = all.flatMap((one) => values.map((value) => (value === undefined ? one : { ...one, [name]: value })));
  }
  return [...all.filter((one) => Object.keys(one).length > 0), { hour: '2-digit', minute: '2-digit' }];
}

/** How one locale writes one choice of fields: parts in order, with all names of months and days. */
function pattern(locale: string, options: Fields, words: string[][]) {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const part = (date: Date, type: string) => format.formatToParts(date).find((each) => each.type === type)?.value ?? '';
  const table = (list: string[]) => {
    const text = JSON.stringify(list);
    const known = words.findIndex((each) => JSON.stringify(each) === text);
    return known === -1 ? words.push(list) - 1 : known;
  };
  const months = Array.from({ length: 12 }, (_, month) => part(new Date(Date.UTC(2026, month, 15)), 'month'));
  // 4 January 2026 was a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, day) => part(new Date(Date.UTC(2026, 0, 4 + day)), 'weekday'));
  return {
    parts: format
      .formatToParts(new Date(Date.UTC(2026, 10, 5)))
      .map(({ type, value }) => (type === 'literal' ? [type, value] : [type])),
    ...(options.month && { months: table(months) }),
    ...(options.weekday && { weekdays: table(weekdays) }),
    ...(options.day && { isDayPadded: part(new Date(Date.UTC(2026, 10, 5)), 'day').length === 2 }),
  };
}

/** The separators of a list: of a pair, and the first, the middle and the last ones of a longer list. */
function lists(locale: string) {
  const format = new Intl.ListFormat(locale, { type: 'conjunction' });
  const between = (...things: string[]) =>
    format.formatToParts(things).flatMap((part) => (part.type === 'literal' ? [part.value] : []));
  const [pair = ''] = between('1', '2');
  const [start = '', middle = '', end = ''] = between('1', '2', '3', '4');
  return { pair, start, middle, end };
}

/** The plural form of each whole number from 0 to 199, unless it is "other". */
function plurals(locale: string) {
  const rules = new Intl.PluralRules(locale);
  return Object.fromEntries(
    Array.from({ length: 200 }, (_, count) => [count, rules.select(count)]).filter(([, form]) => form !== 'other'),
  );
}

/** How each length of time is written by plural form, with {0} for the number: "{0} hours". */
function units(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const written = (unit: string, count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
      .formatToParts(count)
      .map((part) => (part.type === 'integer' ? '{0}' : part.value))
      .join('');
  // 1 and 2 have the two forms that our languages know.
  return Object.fromEntries(
    UNITS.map((unit) => [unit, Object.fromEntries([1, 2].map((count) => [rules.select(count), written(unit, count)]))]),
  );
}

/** The module `virtual:intl-tables`. */
export function intlTables(): Plugin {
  const id = 'virtual:intl-tables';
  return {
    name: 'intl-tables',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? `export const tables = ${JSON.stringify(allTables())};` : null),
  };
}

/** All tables; their shape is declared in src/server/virtual.d.ts. */
function allTables() {
  const words: string[][] = [];
  const locales = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      {
        dates: Object.fromEntries(combinations().map((options) => [keyOf(options), pattern(locale, options, words)])),
        lists: lists(locale),
        plurals: plurals(locale),
        units: units(locale),
      },
    ]),
  );
  return { words, locales };
}

/** The key of a choice of fields, "day:numeric month:short"; src/server/intl.ts looks patterns up by the same keys. */
function keyOf(options: Fields): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}:${value}`)
    .toSorted()
    .join(' ');
}
