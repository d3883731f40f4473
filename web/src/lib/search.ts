import type { SearchSchemaInput } from '@tanstack/react-router';

/*
 * The query strings of the routes (spec §2). Everything in a query string is text; screens get validated, typed values.
 * An invalid optional parameter counts as absent; a missing required one throws. Written by hand, because these few
 * rules load with the first screen.
 */

/** Reads a parameter; undefined if it is absent or invalid. */
type Parser<T> = (value: unknown) => T | undefined;

const like =
  (pattern: RegExp): Parser<string> =>
  (value) =>
    (typeof value === 'string' || typeof value === 'number') && pattern.test(String(value)) ? String(value) : undefined;

const text = like(/^[^\0]{1,200}$/);
const day = like(/^\d{4}-\d{2}-\d{2}$/);
const time = like(/^\d{1,2}:\d{2} [AP]M$/);
const flag = like(/^[01]$/) as Parser<'0' | '1'>;
const trueOrFalse = (value: unknown) => like(/^(true|false)$/)(String(value)) as 'true' | 'false' | undefined;
const orderNumber: Parser<string> = (value) => like(/^#?\d{1,20}$/)(value)?.replace('#', '');
const positive: Parser<number> = (value) => {
  const written = like(/^[1-9]\d{0,9}$/)(value);
  return written === undefined ? undefined : Number(written);
};

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the address has no valid "${name}"`);
  return value;
}

/** The day and hour to search all venues for; both or neither. */
export interface LocationSearch {
  date?: string;
  time?: string;
}

/** Validates the query of the list of venues. */
export const locationSearch = (raw: LocationSearch & SearchSchemaInput) => {
  const hour = { date: day(raw.date), time: time(raw.time) };
  return hour.date === undefined || hour.time === undefined ? {} : hour;
};

/** Venue and sport of the booking steps, and the day and hour once they are chosen. */
export interface TimeDateSearch {
  venue: number;
  sport?: number;
  device_id?: string;
  date?: string;
  time?: string;
  /** The court chosen before the player came back to change the hour. */
  court?: number;
}

/** Validates the query of the choice of day and hour. */
export const timeDateSearch = (raw: TimeDateSearch & SearchSchemaInput) => ({
  venue: required(positive(raw.venue), 'venue'),
  sport: positive(raw.sport) ?? 1,
  device_id: text(raw.device_id),
  date: day(raw.date),
  time: time(raw.time),
  court: positive(raw.court),
});

/** Venue, sport, day and hour of the choice of a court. */
export interface CourtSearch {
  venue: number;
  sport?: number;
  device_id?: string;
  date: string;
  time: string;
  /** The court chosen beforehand. */
  court?: number;
  /** The held order whose confirm window is open, and its coupon. */
  order?: string;
  coupon?: string;
}

/** Validates the query of the choice of a court. */
export const courtSearch = (raw: CourtSearch & SearchSchemaInput) => ({
  venue: required(positive(raw.venue), 'venue'),
  sport: positive(raw.sport) ?? 1,
  device_id: text(raw.device_id),
  date: required(day(raw.date), 'date'),
  time: required(time(raw.time), 'time'),
  court: positive(raw.court),
  order: orderNumber(raw.order),
  coupon: text(raw.coupon),
});

/** The order that a screen shows. */
export interface OrderSearch {
  orderId?: string;
}

/** Validates the query of the screens of one order. */
export const orderSearch = (raw: OrderSearch & SearchSchemaInput) => ({ orderId: orderNumber(raw.orderId) });

/** The game of the page of a player whose court was closed. */
export interface OfferSearch {
  /** The displaced booking to show. */
  game?: string;
}

/** Validates the query of the page of a player whose court was closed. */
export const offerSearch = (raw: OfferSearch & SearchSchemaInput) => ({ game: orderNumber(raw.game) });

/** The account whose code is entered, and what the code is for. */
export interface VerificationSearch {
  user: string;
  /** 1 for sign-up, 0 otherwise. */
  reg?: '0' | '1';
  /** "true" in the reset flow. */
  forgot?: 'true' | 'false';
  phone?: string;
  mobile_no?: string;
}

/** Validates the query of the entry of a code. */
export const verificationSearch = (raw: VerificationSearch & SearchSchemaInput) => ({
  user: required(text(raw.user), 'user'),
  reg: flag(raw.reg),
  forgot: trueOrFalse(raw.forgot),
  phone: text(raw.phone),
  mobile_no: text(raw.mobile_no),
});

/** Validates the query of the choice of a new password. */
export const changePasswordSearch = (raw: { user: string } & SearchSchemaInput) => ({
  user: required(text(raw.user), 'user'),
});

/** The tabs of the booking history (spec §2). */
export const historyTabs = ['All', 'Courts', 'Event', 'League', 'Store'] as const;

/** The tab of the booking history; all bookings if it is absent. */
export interface HistorySearch {
  tab?: (typeof historyTabs)[number];
}

/** Validates the query of the booking history. */
export const historySearch = (raw: HistorySearch & SearchSchemaInput) => ({
  tab: historyTabs.find((tab) => tab === raw.tab),
});
