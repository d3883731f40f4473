import type { SearchSchemaInput } from '@tanstack/react-router';
import { MINUTES_OF_DAY } from '@/lib/dates';
import { readSlots, writeSlots } from './slots';

/* The query strings of the desk's addresses. An invalid part counts as absent. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ORDER = /^\d{1,20}$/;

function matching(pattern: RegExp, value: unknown): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

/** The query of the board; each part is optional. */
export interface BoardSearch {
  /** The venue's calendar day, YYYY-MM-DD; if absent, today, or the day on which the open panel was opened. */
  day?: string;
  /** The first hour in view, as minutes of the day; if absent, the hour before the opened booking or before now. */
  hour?: number;
  /** The order number of the opened booking. */
  open?: string;
  /** The slots that are being booked, as `readSlots` reads them: "23-1140,24-1140"; never together with `open`. */
  book?: string;
  /** Set while courts are closed, for rain or another reason, or a closure is watched; never with `open` or `book`. */
  mode?: 'rain' | 'block';
  /** The number of the closure that is watched. */
  closure?: string;
  /** The courts and hours that are being closed, as `readClosing` reads them: "21.22-1104-1260". */
  close?: string;
}

/** Validates the query of the board. */
export function boardSearch(raw: BoardSearch & SearchSchemaInput): BoardSearch {
  const hour = matching(/^\d{1,4}$/, String(raw.hour));
  const open = matching(ORDER, raw.open);
  const book = open === undefined ? slotsIn(raw.book) : undefined;
  return {
    ...withValue('day', realDay(matching(DAY, raw.day))),
    ...withValue('hour', hour === undefined || Number(hour) >= MINUTES_OF_DAY ? undefined : Number(hour)),
    // If both are there, the opened booking counts, because opening changes nothing.
    ...withValue('open', open),
    ...withValue('book', book),
    ...(open === undefined && book === undefined && (raw.mode === 'rain' || raw.mode === 'block')
      ? {
          mode: raw.mode,
          ...withValue('closure', matching(ORDER, raw.closure)),
          ...withValue('close', matching(/^[\d.]*-\d*-\d*$/, raw.close)),
        }
      : {}),
  };
}

function slotsIn(book: unknown): string | undefined {
  return typeof book === 'string' ? writeSlots(readSlots(book)) : undefined;
}

/** Returns a day that the calendar has; undefined for others, such as "2026-02-31". */
export function realDay(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const date = new Date(`${day}T12:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? undefined : day;
}

/** The query of the screens of a day's money and of the day for printing. */
export interface MoneySearch {
  /** The venue's calendar day, YYYY-MM-DD; today if absent. */
  day?: string;
}

/** Validates the query of the screens of a day's money and of the day for printing. */
export function moneySearch(raw: MoneySearch & SearchSchemaInput): MoneySearch {
  return withValue('day', realDay(matching(DAY, raw.day)));
}

/** The query of the prices: the courts that are shown. */
export interface PricesSearch {
  /** `all`, `outdoor`, `indoor`, or the id of a court. */
  courts?: string;
}

/** Validates the query of the prices. */
export function pricesSearch(raw: PricesSearch & SearchSchemaInput): PricesSearch {
  return withValue('courts', matching(/^(all|outdoor|indoor|\d{1,9})$/, raw.courts));
}

/** The query of the list of players. */
export interface PlayersSearch {
  /** The beginnings of words of a name, or digits. */
  q?: string;
}

/** Validates the query of the list of players. */
export function playersSearch(raw: PlayersSearch & SearchSchemaInput): PlayersSearch {
  return withValue('q', matching(/^.{1,60}$/u, raw.q));
}

/** The query of a report. */
export interface ReportsSearch {
  /** The venue; the one that was shown last if absent. */
  venue?: number;
  /** The first and the last day, YYYY-MM-DD; both or none. */
  from?: string;
  to?: string;
  /** Set if the days were chosen as a week or four weeks: from the 1st on they can also be a month, or one so far. */
  kind?: 'week' | 'fourWeeks' | undefined;
  /** 'off' hides the figures of the period before. */
  compare?: 'off';
  /** The figure whose bookings are listed: "weekday.5,hour.19", or "all". */
  behind?: string;
}

/** Validates the query of a report. */
export function reportsSearch(raw: ReportsSearch & SearchSchemaInput): ReportsSearch {
  const venue = matching(/^\d{1,9}$/, String(raw.venue));
  const from = realDay(matching(DAY, raw.from));
  const to = realDay(matching(DAY, raw.to));
  const isPeriod = from !== undefined && to !== undefined && from <= to;
  return {
    ...withValue('venue', venue === undefined ? undefined : Number(venue)),
    ...(isPeriod && {
      from,
      to,
      ...withValue('kind', raw.kind === 'week' || raw.kind === 'fourWeeks' ? raw.kind : undefined),
    }),
    ...withValue('compare', raw.compare === 'off' ? ('off' as const) : undefined),
    ...withValue('behind', matching(/^(all|[a-z_]{1,20}\.[\w-]{1,60}(,[a-z_]{1,20}\.[\w-]{1,60}){0,5})$/, raw.behind)),
  };
}

/** The query of the screen of coupons. */
export interface CouponsSearch {
  /** The form that is open: of a new coupon, or of the opened one. */
  form?: 'new' | 'change' | 'stop' | undefined;
}

/** Validates the query of the coupons. */
export function couponsSearch(raw: CouponsSearch & SearchSchemaInput): CouponsSearch {
  const isForm = raw.form === 'new' || raw.form === 'change' || raw.form === 'stop';
  return withValue('form', isForm ? raw.form : undefined);
}

/** The query of the sign-in: where it leads. */
export interface SignInSearch {
  /** An address of the desk, "/v/1/board?day=2026-11-22". */
  to?: string;
}

/** Validates the query of the sign-in. */
export function signInSearch(raw: SignInSearch & SearchSchemaInput): SignInSearch {
  // Only a path of this site is allowed: "//elsewhere" would leave it.
  return withValue('to', matching(/^\/(?![/\\])[^\0]{0,500}$/, raw.to));
}

function withValue<Name extends string, Value>(name: Name, value: Value | undefined): { [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]: Value });
}
