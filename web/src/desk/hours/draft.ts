import { useCallback } from 'react';
import { addDays } from '@/lib/dates';
import { useStore } from '@/lib/store';
import { createPersonalStore } from '@/desk/lib/personal-store';
import type { DeskHours, HoursChange, Span, SpecialDay } from './hours';
import { isSameDay, problemOf, sorted } from './spans';

/** Hours as they are edited on the screen. */
export interface Hours {
  /** Monday first. */
  week: readonly (readonly Span[])[];
  specialDays: readonly SpecialDay[];
  /** What is typed: days ahead, empty for a month, and minutes before the start. */
  horizon: string;
  lead: string;
}

/** A change that is not published. */
export interface Draft {
  /** The version that was read when the change began. */
  base: number;
  /** The edited hours; null if an earlier version is brought back. */
  hours: Hours | null;
  revertTo: number | null;
  /** The first day of the change; null: tomorrow, or the day of a scheduled week. */
  validFrom: string | null;
}

/** The drafts by venue. They are kept while another screen is open. */
const drafts = createPersonalStore<ReadonlyMap<number, Draft>>(new Map());

/** The draft of a venue, null if there is none, and a function that replaces it. */
export function useDraft(venue: number): [Draft | null, (draft: Draft | null) => void] {
  const draft = useStore(drafts).get(venue) ?? null;
  const set = useCallback(
    (to: Draft | null) =>
      drafts.set((all) => {
        const next = new Map(all);
        if (to === null) next.delete(venue);
        else next.set(venue, to);
        return next;
      }),
    [venue],
  );
  return [draft, set];
}

/** The hours of a venue as they were published. */
export function publishedHours({ weeks, special_days, horizon_days, lead_minutes }: DeskHours): Hours {
  return {
    week: weeks.at(-1)?.days ?? Array.from({ length: 7 }, () => []),
    specialDays: special_days,
    horizon: horizon_days === null ? '' : String(horizon_days),
    lead: String(lead_minutes),
  };
}

/** The first day of a change: the chosen one, or that of the scheduled week, or tomorrow; today if that day is past. */
export function validFromOf(draft: Draft | null, hours: DeskHours): string {
  const tomorrow = addDays(hours.today, 1);
  const scheduled = hours.weeks.at(-1)?.valid_from ?? '';
  const chosen = draft?.validFrom ?? (scheduled > tomorrow ? scheduled : tomorrow);
  return chosen < hours.today ? hours.today : chosen;
}

/** The number that is typed into a limit; undefined if it is not a whole number from `least` to `most`. */
function limitOf(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** The typed days ahead, from 1 to 90: null, which means a month, if the field is empty; undefined if it is not valid. */
export function horizonOf(text: string): number | null | undefined {
  return text.trim() === '' ? null : limitOf(text, 1, 90);
}

/** The typed minutes before the start, at most two days: 0 if the field is empty; undefined if it is not valid. */
export function leadOf(text: string): number | undefined {
  return text.trim() === '' ? 0 : limitOf(text, 0, 2_880);
}

/** The change of a draft; null if there is no draft, or it cannot be published yet. */
export function changeOf(draft: Draft | null, hours: DeskHours): HoursChange | null {
  if (draft === null) return null;
  const base = { base_version: draft.base, valid_from: validFromOf(draft, hours) };
  if (draft.hours === null) return { ...base, hours: null, revert_to: draft.revertTo };
  const { week, specialDays, horizon, lead } = draft.hours;
  const [horizon_days, lead_minutes] = [horizonOf(horizon), leadOf(lead)];
  const days = [...week, ...specialDays.map(({ spans }) => spans)];
  if (days.some((spans) => problemOf(spans, hours.slot_minutes) !== null)) return null;
  if (horizon_days === undefined || lead_minutes === undefined) return null;
  return {
    ...base,
    hours: {
      week: week.map(sorted),
      special_days: specialDays.map(({ day, label, spans }) => ({ day, label, spans: sorted(spans) })),
      horizon_days,
      lead_minutes,
    },
    revert_to: null,
  };
}

/** Whether a change may have special days after `day`; only the server knows those of a version that is brought back. */
export function mayChangeSpecialDayAfter(day: string, { hours: edited }: Draft, { special_days }: DeskHours): boolean {
  if (edited === null) return true;
  const isWithout = (others: readonly SpecialDay[]) => (special: SpecialDay) =>
    !others.some((other) => other.day === special.day && isSameDay(other.spans, special.spans));
  const changed = [
    ...edited.specialDays.filter(isWithout(special_days)),
    ...special_days.filter(isWithout(edited.specialDays)),
  ];
  return changed.some((special) => special.day > day);
}

/**
 * Whether the newest version is what a draft changes, as after a publication whose answer was lost.
 */
export function wasPublished(draft: Draft, hours: DeskHours): boolean {
  const [newest] = hours.versions;
  if (draft.base === hours.version || newest === undefined || newest.valid_from !== validFromOf(draft, hours)) {
    return false;
  }
  return draft.hours === null ? newest.reverted === draft.revertTo : isPublished(draft.hours, hours);
}

/** Whether the edited hours equal the published ones. */
export function isPublished(now: Hours, hours: DeskHours): boolean {
  const published = publishedHours(hours);
  const isSameSpecial =
    now.specialDays.length === published.specialDays.length &&
    now.specialDays.every((special, at) => {
      const other = published.specialDays[at];
      return (
        other !== undefined &&
        special.day === other.day &&
        special.label === other.label &&
        isSameDay(special.spans, other.spans)
      );
    });
  return (
    isSameSpecial &&
    now.horizon.trim() === published.horizon &&
    (now.lead.trim() === '' ? '0' : now.lead.trim()) === published.lead &&
    now.week.every((spans, at) => isSameDay(spans, published.week[at] ?? []))
  );
}
