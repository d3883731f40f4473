import { realDay } from './search';

/*
 * The query string of the lists of messages and of the audit. They read it themselves, so that the board does not
 * load this code.
 */

const DIGITS = /^\d{1,19}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The parts of the query, each with the form of its value. */
const PATTERNS = {
  venue: DIGITS,
  person: DIGITS,
  player: DIGITS,
  order: /^\d{10}$/,
  state: /^(waiting|sent|dropped|failed)$/,
  channel: /^(text|mail)$/,
  money: /^1$/,
  from: DAY,
  to: DAY,
  /** The opened message or entry. */
  open: /^[\w.-]{1,90}$/,
};

/** The filters of the list of messages or of the audit, and the line of it that is opened. */
export type RecordsSearch = { [Name in keyof typeof PATTERNS]?: string };

/** Reads the query of an address: a part that is invalid, or that no list has, counts as absent. */
export function recordsSearch(raw: Readonly<Record<string, unknown>>): RecordsSearch {
  const found: RecordsSearch = {};
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const value = raw[name];
    if (typeof value !== 'string' || !pattern.test(value)) continue;
    if (pattern !== DAY || realDay(value) !== undefined) found[name as keyof typeof PATTERNS] = value;
  }
  return found;
}
