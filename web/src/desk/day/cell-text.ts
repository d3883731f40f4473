import { courtName } from '@/lib/court-name';
import { addDays, chipDay, hourText, minutesIn, timeText, weekdayOf } from '@/lib/dates';
import { rupees } from '@/lib/money';
import type { CellState } from '@/desk/booking/cell-state';
import { minutesLate } from '@/desk/booking/cell-state';
import type { BookingCell, Cell, DisplacedCell } from './board-model';
import { isForSale } from './board-model';
import { cellTexts, dayTexts } from './texts';

/** Paise as text: 85000 → "₹850". */
export function money(paise: number): string {
  return rupees(paise / 100);
}

/** Paise as a number that is read aloud: 85000 → "850". */
function spokenMoney(paise: number): string {
  return money(paise).replace('₹', '');
}

/** The time of an instant without AM and PM, for narrow places: "6:21". */
export function shortTime(iso: string | null, zone: string): string {
  return iso === null ? '' : timeText(minutesIn(zone, new Date(iso))).slice(0, -3);
}

/** Hours of a cell: "7 to 9 PM", "11 AM to 1 PM". */
export function hoursOf({ minute, minutes }: { minute: number; minutes: number }): string {
  const from = hourText(minute);
  const to = hourText(minute + minutes);
  return dayTexts.hoursFromTo(from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from, to);
}

/** "Here 6:21, paid", "Here 6:21, ₹450 due"; without a time "Here, paid", "Here, ₹450". `due` is null if nothing is due. */
export function hereText(time: string | null, due: string | null): string {
  if (time === null) return due === null ? cellTexts.herePaidShort : cellTexts.hereDueShort(due);
  return due === null ? cellTexts.herePaid(time) : cellTexts.hereDue(time, due);
}

/** The second line of a booking's cell: its state. */
export function stateText(
  cell: Pick<BookingCell, 'state' | 'due_paise' | 'arrived_at' | 'first_visit' | 'startsAt'>,
  now: number,
  zone: string,
): string {
  const due = cell.due_paise > 0 ? money(cell.due_paise) : null;
  const arrived = shortTime(cell.arrived_at, zone);
  const texts: Record<CellState, () => string> = {
    due: () => cellTexts.due(money(cell.due_paise)),
    paid: () => (cell.first_visit ? cellTexts.paidFirstVisit : cellTexts.paid),
    here: () => hereText(arrived, due),
    on_court: () => cellTexts.onCourt,
    late: () => cellTexts.late(minutesLate(cell.startsAt, now)),
    unmarked: () => cellTexts.unmarked,
    played: () => (due === null ? cellTexts.played : cellTexts.playedDue(due)),
    no_show: () => cellTexts.noShow,
    cancelled: () => cellTexts.cancelled,
  };
  return texts[cell.state]();
}

/** What became of a booking whose court was closed. */
export function displacedState({ offer, called, goes_back: goesBack, new: next }: DisplacedCell['was']) {
  if (offer === 'open') return { kind: called ? 'called' : 'waiting' } as const;
  if (offer === 'moved' && next !== null) return { kind: 'moved', to: next } as const;
  return { kind: goesBack ? 'back' : 'ended' } as const;
}

/** The second line of a booking whose court was closed. */
export function displacedText({ was, minute, day }: Pick<DisplacedCell, 'was' | 'minute' | 'day'>): string {
  const state = displacedState(was);
  switch (state.kind) {
    case 'waiting':
      return cellTexts.waiting;
    case 'called':
      return cellTexts.called;
    case 'moved':
      return movedText(state.to, { minute, day });
    case 'back':
      return cellTexts.moneyBack;
    case 'ended':
      return cellTexts.cancelled;
  }
}

/** What of the new place differs most from the one before: the venue, the day, the hour, or else the court. */
function movedText(
  to: NonNullable<DisplacedCell['was']['new']>,
  { minute, day }: Pick<DisplacedCell, 'minute' | 'day'>,
): string {
  if (to.venue_name !== null) return cellTexts.movedTo(to.venue_name);
  const hour = hourText(to.minute);
  if (to.day !== day) {
    // A weekday alone means one of the next six days.
    const isNear = to.day > day && to.day <= addDays(day, 6);
    return cellTexts.movedTo(isNear ? `${weekdayOf(to.day)} ${hour}` : `${chipDay(to.day)}, ${hour}`);
  }
  return to.minute === minute ? cellTexts.toCourt(courtName(to.court_name)) : cellTexts.movedTo(hour);
}

function spokenState(cell: BookingCell, now: number, zone: string): string {
  const due = spokenMoney(cell.due_paise);
  const late = minutesLate(cell.startsAt, now);
  if (cell.state === 'due') {
    return [cellTexts.spoken.due(due), ...(cell.first_visit ? [cellTexts.spoken.firstVisit] : [])].join(', ');
  }
  if (cell.state === 'played' && cell.due_paise > 0) return cellTexts.spoken.playedDue(due);
  if (cell.state === 'on_court' && cell.due_paise > 0) return cellTexts.spoken.dueOnCourt(due);
  if (cell.state === 'late') {
    return cell.due_paise > 0 ? cellTexts.spoken.late(late, due) : cellTexts.spoken.latePaid(late);
  }
  return stateText(cell, now, zone);
}

function spokenContent(cell: Cell, now: number, zone: string): string[] {
  switch (cell.kind) {
    case 'free':
      if (isForSale(cell)) return [cellTexts.spoken.free(spokenMoney(cell.price_paise))];
      return [cell.price_paise === null ? cellTexts.spoken.notForSale : cellTexts.spoken.over];
    case 'booking': {
      const { part } = cell;
      const group = part === null ? [] : [cellTexts.spoken.part(part.number, part.of)];
      const weekly = cell.is_weekly ? [cellTexts.spoken.weekly] : [];
      const notes = cell.has_notes ? [cellTexts.spoken.notes] : [];
      return [cell.name, spokenState(cell, now, zone), ...group, ...weekly, ...notes];
    }
    case 'hold':
      // In whole minutes, so that the name does not change while it is read.
      return [cellTexts.spoken.hold(Math.ceil((Date.parse(cell.until) - now) / 60_000))];
    case 'desk_hold':
      return [cell.mine ? cellTexts.youBook : cellTexts.spoken.deskHold(cell.by)];
    case 'block':
      return [cellTexts.spoken.closed(cell.reason)];
    case 'displaced':
      return [cell.was.name, cellTexts.spoken.courtClosed, displacedText(cell)];
  }
}

/**
 * A cell as a sentence: "Court 3, 7 to 9 PM, Rohan Mehta, 850 rupees due, selected". `isChosen` is whether the
 * person who is signed in is booking its slot.
 */
export function spokenCell(
  cell: Cell,
  { now, zone, selected, isChosen = false }: { now: number; zone: string; selected: boolean; isChosen?: boolean },
): string {
  const names = cell.cancelled.map(({ name }) => name).join(', ');
  return [
    courtName(cell.court.name),
    hoursOf(cell),
    ...(isChosen ? [cellTexts.youBook] : spokenContent(cell, now, zone)),
    ...(names === '' ? [] : [cellTexts.spoken.cancelled(names)]),
    ...(selected ? [cellTexts.spoken.selected] : []),
  ].join(', ');
}
