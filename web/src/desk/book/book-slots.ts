import { courtName } from '@/lib/court-name';
import { hourText, timeRange, timeText } from '@/lib/dates';
import type { Board, Court } from '@/desk/api/board';
import { lengthText } from '@/desk/booking/length-text';
import { slotKey, type Slot } from '@/desk/lib/slots';
import type { HoldStates } from './hold-keeper';
import { bookTexts } from './texts';

/** A slot that is being booked, with what the board and its hold say about it. */
export interface BookSlot extends Slot {
  /** The court; undefined until the board has come, and for a court that it does not have. */
  details: Court | undefined;
  /** The length of the slot and the play in it, in minutes; undefined until the board has come. */
  minutes: number | undefined;
  play_minutes: number | undefined;
  /** The price in paise; undefined while it is unknown. */
  price_paise: number | undefined;
}

/** The chosen slots with their courts and prices: the hold's price, without a hold the board's. */
export function bookSlots(board: Board | undefined, slots: readonly Slot[], states: HoldStates): BookSlot[] {
  return slots.map(({ court, minute }) => {
    const state = states.get(slotKey({ court, minute }));
    const row = board?.courts.findIndex(({ id }) => id === court) ?? -1;
    const column = board?.starts.findIndex((start) => start.minute === minute) ?? -1;
    const shown = board?.prices_paise[row]?.[column] ?? undefined;
    return {
      court,
      minute,
      details: board?.courts[row],
      minutes: board?.slot_minutes,
      play_minutes: board?.play_minutes,
      price_paise: state?.kind === 'held' ? state.hold.price_paise : shown,
    };
  });
}

/** The sum of the prices in paise; undefined while one is unknown. */
export function totalOf(slots: readonly BookSlot[]): number | undefined {
  return slots.reduce<number | undefined>(
    (total, { price_paise }) => (total === undefined || price_paise === undefined ? undefined : total + price_paise),
    0,
  );
}

/** The name of a slot's court; empty while unknown. */
export function courtOf({ details }: BookSlot): string {
  return details === undefined ? '' : courtName(details.name);
}

/** "Court 3, 7 PM". */
export function spokenSlot(slot: BookSlot): string {
  return `${courtOf(slot)}, ${hourText(slot.minute)}`;
}

/**
 * The length of so many slots in words: "2 hours", and in short "1.5 h" or "100 min" if the hours are not whole; undefined
 * while the minutes of one are unknown.
 */
function lengthOf(slots: number, minutes: number | undefined): string | undefined {
  if (minutes === undefined) return undefined;
  const sum = slots * minutes;
  return sum % 60 === 0 ? bookTexts.hours(sum / 60) : lengthText(sum);
}

/** "Court 3", "2 courts", or "2 hours" of one court; empty while unknown. */
export function titleOf(slots: readonly BookSlot[]): string {
  const [first] = slots;
  const courts = new Set(slots.map(({ court }) => court)).size;
  if (courts > 1) return bookTexts.courts(courts);
  if (slots.length === 1 && first !== undefined) return courtOf(first);
  return lengthOf(slots.length, first?.minutes) ?? '';
}

/** The times of the slots: "7:00 – 8:55 PM", or "7 PM, 9 PM" if there is a gap or the minutes of play are unknown. */
export function timesOf(slots: readonly BookSlot[]): string {
  const minutes = [...new Set(slots.map(({ minute }) => minute))].toSorted((a, b) => a - b);
  const [start] = minutes;
  const last = slots.find(({ minute }) => minute === minutes.at(-1));
  if (start === undefined || last === undefined) return '';
  const hasGap = minutes.some((minute, index) => index > 0 && minute - (minutes[index - 1] ?? 0) !== last.minutes);
  if (hasGap || last.play_minutes === undefined) return minutes.map(hourText).join(', ');
  return timeRange(timeText(start), last.minute - start + last.play_minutes);
}

/** The slots as a short text: "Court 3, 7 PM", "2 courts, 7 PM", "Court 3, 2 hours". */
export function placeOf(slots: readonly BookSlot[]): string {
  const [first] = slots;
  if (first === undefined) return '';
  const courts = new Set(slots.map(({ court }) => court)).size;
  const starts = new Set(slots.map(({ minute }) => minute)).size;
  return [
    courts > 1 ? bookTexts.courts(courts) : courtOf(first),
    starts > 1 ? (lengthOf(starts, first.minutes) ?? timesOf(slots)) : hourText(first.minute),
  ].join(', ');
}
