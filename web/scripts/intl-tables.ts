// Tables of what `Intl` knows of our locales, because the engine that renders pages on the server has no `Intl`. They
// are read from the Node that builds the app, so the words have the same source (Unicode CLDR) as those of browsers.
// src/server/intl.ts answers from them.

/** As lib/language.ts names them; the last two are for days and hours as text. */
const LOCALES = ['en-IN', 'hi-IN-u-nu-latn', 'gu-IN-u-nu-latn', 'mr-IN-u-nu-latn', 'en-CA', 'en-GB'];
const FIELDS = {
  weekday: [undefined, 'short', 'long'],
  day: [undefined, 'numeric', '2-digit'],
  month: [undefined, 'short', 'long', 'numeric', '2-digit'],
  year: [undefined, 'numeric'],
};

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
    parts: format.formatToParts(new Date(Date.UTC(2026, 10, 5))).map(({ type, value }) => (type === 'literal' ? [type, value] : [type])),
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

/** All tables; their shape is that of `virtual:intl-tables`. */
export function intlTables() {
  const words: string[][] = [];
  const locales = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      {
        dates: Object.fromEntries(combinations().map((options) => [keyOf(options), pattern(locale, options, words)])),
        lists: lists(locale),
        plurals: plurals(locale),
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
