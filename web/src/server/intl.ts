import { type DatePattern, tables } from 'virtual:intl-tables';

/*
 * The part of `Intl` that public pages use, for an engine without `Intl`: days, hours, lengths of time, plurals and
 * lists, in the locales of lib/language.ts, lib/dates.ts and lib/year-in.ts. The tables were generated from a full `Intl`
 * at build time. Anything missing throws, because a wrong text would be worse; only a number without a plural form has
 * `other`, which is wrong of some fractions.
 */

declare global {
  /**
   * Seconds that a zone is ahead of UTC at an instant (milliseconds); provided by the server. Throws for an unknown
   * zone.
   */
  var zoneOffset: (zone: string, instant: number) => number;
}

/** The tables of a locale. Throws if there are none. */
function localeTables(locale: unknown) {
  const found = tables.locales[String(locale)];
  if (!found) throw new RangeError(`no tables for the locale ${String(locale)}`);
  return found;
}

class DateTimeFormat {
  readonly #pattern: DatePattern;
  readonly #zone: string;

  constructor(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
    const { timeZone, ...fields } = options;
    const key = Object.entries(fields)
      .map(([name, value]) => `${name}:${String(value)}`)
      .toSorted()
      .join(' ');
    const pattern = localeTables(locale).dates[key];
    // Without a zone a browser would use its own.
    if (!pattern || timeZone === undefined) throw new RangeError(`no table for days as ${String(locale)} ${key}`);
    this.#pattern = pattern;
    this.#zone = timeZone;
  }

  formatToParts(instant: Date): Intl.DateTimeFormatPart[] {
    const pattern = this.#pattern;
    const offset = this.#zone === 'UTC' ? 0 : zoneOffset(this.#zone, instant.getTime());
    const date = new Date(instant.getTime() + offset * 1000);
    const day = String(date.getUTCDate());
    const values: Partial<Record<string, string>> = {
      weekday: tables.words[pattern.weekdays ?? -1]?.[date.getUTCDay()],
      day: pattern.isDayPadded === true ? day.padStart(2, '0') : day,
      month: tables.words[pattern.months ?? -1]?.[date.getUTCMonth()],
      year: String(date.getUTCFullYear()),
      hour: String(date.getUTCHours()).padStart(2, '0'),
      minute: String(date.getUTCMinutes()).padStart(2, '0'),
    };
    return pattern.parts.map(([type, literal]) => {
      const value = literal ?? values[type];
      if (value === undefined) throw new RangeError(`no text for the part ${type} of a day or hour`);
      return { type, value };
    });
  }

  format(date: Date): string {
    return this.formatToParts(date)
      .map((part) => part.value)
      .join('');
  }
}

class PluralRules {
  readonly #forms;

  constructor(locale?: string) {
    this.#forms = localeTables(locale).plurals;
  }

  select(count: number): Intl.LDMLPluralRule {
    return this.#forms[String(count)] ?? 'other';
  }
}

class NumberFormat {
  readonly #rules: PluralRules;
  readonly #forms;

  constructor(locale?: string, options: Intl.NumberFormatOptions = {}) {
    const forms = localeTables(locale).units[String(options.unit)];
    if (!forms || options.style !== 'unit' || options.unitDisplay !== 'long') {
      throw new RangeError(`no table for numbers as ${String(options.style)} ${String(options.unit)}`);
    }
    this.#rules = new PluralRules(locale);
    this.#forms = forms;
  }

  format(count: number): string {
    const form = this.#forms[this.#rules.select(count)];
    // From 1,000 a number is grouped.
    if (form === undefined || !Number.isInteger(count) || count < 0 || count > 999) {
      throw new RangeError(`no table for the number ${count}`);
    }
    return form.replace('{0}', String(count));
  }
}

class ListFormat {
  readonly #lists;

  constructor(locale?: string, options: Intl.ListFormatOptions = {}) {
    if (options.type !== 'conjunction') throw new RangeError(`no table for lists by ${String(options.type)}`);
    this.#lists = localeTables(locale).lists;
  }

  format(things: readonly string[]): string {
    const { pair, start, middle, end } = this.#lists;
    if (things.length < 3) return things.join(pair);
    return things.reduce((text, thing, at) => {
      const before = at === things.length - 1 ? end : at === 1 ? start : middle;
      return text + before + thing;
    });
  }
}

/** Replaces the global `Intl` of a browser. */
export const serverIntl = { DateTimeFormat, PluralRules, NumberFormat, ListFormat };
