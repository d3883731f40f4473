import { MINUTES_OF_DAY } from '@/lib/dates';
import type { BoardModel, Column } from '@/desk/day/board-model';

/** The courts and hours that are to be closed, as the address has them. */
export interface Closing {
  courts: readonly number[];
  /** The start in minutes of the day; null for the proposed one. */
  from: number | null;
  /** The end in minutes of the day; null for the proposed one. */
  until: number | null;
}

/** The time in which courts are closed, in minutes of the day. */
export interface ClosingSpan {
  from: number;
  /** Whether it begins at this moment. */
  isNow: boolean;
  until: number;
}

/** The most courts that the server closes at once. */
const MOST_COURTS = 99;
const CLOSING = /^([\d.]*)-(\d{0,4})-(\d{0,4})$/;

/** Reads "21.22-1104-1260"; what is out of range counts as absent, and a text of another form as empty. */
export function readClosing(text: string | undefined): Closing {
  const [, courts = '', from = '', until = ''] = CLOSING.exec(text ?? '') ?? [];
  const ids = courts.split('.').map(Number);
  return {
    courts: [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_COURTS),
    from: minuteIn(from),
    until: minuteIn(until),
  };
}

function minuteIn(text: string): number | null {
  return text === '' || Number(text) > MINUTES_OF_DAY ? null : Number(text);
}

/** The inverse of {@link readClosing}. */
export function writeClosing({ courts, from, until }: Closing): string {
  return `${courts.join('.')}-${from ?? ''}-${until ?? ''}`;
}

/** The minute of the day at which an hour ends, at most midnight: a closure does not reach into the next day. */
function endOf({ minute, startsAt, endsAt }: Column): number {
  return Math.min(MINUTES_OF_DAY, minute + (endsAt - startsAt) / 60_000);
}

/** The ends of the hours of a day that are after `minute`, the earliest first, none after midnight. */
export function endsAfter(model: BoardModel, minute: number): number[] {
  return [...new Set(model.columns.map(endOf))].filter((end) => end > minute);
}

/** The hours from which courts can be closed: those that have not begun at `nowMinute`, which is null before the day. */
export function startsAfter(model: BoardModel, nowMinute: number | null): number[] {
  return model.columns.map(({ minute }) => minute).filter((minute) => nowMinute === null || minute > nowMinute);
}

/** Whether the first hour of the day on the board has begun; false before the day, when `nowMinute` is null. */
export function hasDayBegun(model: BoardModel, nowMinute: number | null): nowMinute is number {
  const [firstStart] = startsAfter(model, null);
  return nowMinute !== null && firstStart !== undefined && nowMinute >= firstStart;
}

/** The fewest minutes that are proposed to be closed, from now or from the chosen start, unless the day ends before. */
const PROPOSED_MINUTES = 90;

/**
 * The time in which the courts are closed; null if the day is over or has no hours. Proposed are at least 90 minutes from
 * now or from the chosen start, up to the end of an hour, or up to the end of the day if that is earlier; on a later day,
 * and before the venue opens, the whole day. A chosen start or end that the day does not have counts as absent: the day can
 * be changed after they were chosen. `nowMinute` is the `minuteOn` of the day on the board.
 */
export function spanOf(closing: Closing, model: BoardModel, nowMinute: number | null): ClosingSpan | null {
  const [firstStart] = startsAfter(model, null);
  if (firstStart === undefined) return null;
  const hasBegun = hasDayBegun(model, nowMinute);
  const earliest = hasBegun ? nowMinute : firstStart;
  const from = closing.from !== null && startsAfter(model, nowMinute).includes(closing.from) ? closing.from : earliest;
  const ends = endsAfter(model, from);
  const last = ends.at(-1);
  if (last === undefined) return null;
  const proposed = hasBegun ? (ends.find((end) => end >= from + PROPOSED_MINUTES) ?? last) : last;
  const until = closing.until !== null && ends.includes(closing.until) ? closing.until : proposed;
  return { from, isNow: hasBegun && from === earliest, until };
}

/** The courts with or without this one. */
export function toggledCourt(courts: readonly number[], court: number): number[] {
  return courts.includes(court) ? courts.filter((one) => one !== court) : [...courts, court];
}

/** The courts of a kind, or all of them. */
export function courtsOf(model: BoardModel, type: 'OUTDOOR' | 'INDOOR' | null): number[] {
  return model.rows.filter(({ court }) => type === null || court.type === type).map(({ court }) => court.id);
}

/** The left edge and the width of a span over the hours of a board, as fractions from 0 to 1. */
export function placeOf({ from, until }: ClosingSpan, model: BoardModel): { left: number; width: number } {
  const at = (minute: number) => {
    const column = model.columns.findLastIndex((one) => one.minute <= minute);
    const head = model.columns[column];
    if (head === undefined) return 0;
    return (column + Math.min(1, (minute - head.minute) / (endOf(head) - head.minute))) / model.columns.length;
  };
  const left = at(from);
  return { left, width: Math.max(0, at(until) - left) };
}

/** The closing that a drag from one place of the board to another chooses; a place is a court and a column. */
export function paintedClosing(
  model: BoardModel,
  one: { court: number; column: number },
  other: { court: number; column: number },
): Closing {
  const rows = model.rows.map(({ court }) => court.id);
  const [top, bottom] = [rows.indexOf(one.court), rows.indexOf(other.court)].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [one.column, other.column].toSorted((a, b) => a - b);
  const [start, end] = [model.columns[first], model.columns[last]];
  return {
    courts: rows.slice(top, (bottom ?? 0) + 1),
    from: start?.minute ?? null,
    until: end === undefined ? null : endOf(end),
  };
}
