import { useCallback } from 'react';
import { addDays } from '@/lib/dates';
import { createStore, useStore } from '@/lib/store';
import type { DeskHours, HoursChange, Span, SpecialDay } from './hours';
import { isSameDay, problemOf } from './spans';

/** Hours as a person has them on the screen. */
export interface Hours {
  /** Monday first. */
  week: readonly (readonly Span[])[];
  specialDays: readonly SpecialDay[];
  /** What is typed: days ahead, empty for a month, and minutes before the start. */
  horizon: string;
  lead: string;
}

/** What a person changed and did not publish. */
export interface Draft {
  /** The version that they saw when they began. */
  base: number;
  /** The hours; null: a version is brought back. */
  hours: Hours | null;
  revertTo: number | null;
  /** From which day it is to be valid; null: tomorrow, or the day of what is scheduled. */
  validFrom: string | null;
}

/** The drafts by venue: another screen in between does not lose what was painted. */
const drafts = createStore<ReadonlyMap<number, Draft>>(new Map());

/** The draft of a venue, null without one, and how to replace it. */
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

/** The first day of a change: the chosen one, or that of the scheduled week, or tomorrow. */
export function validFromOf(draft: Draft | null, hours: DeskHours): string {
  const tomorrow = addDays(hours.today, 1);
  const scheduled = hours.weeks.at(-1)?.valid_from ?? '';
  const chosen = draft?.validFrom ?? (scheduled > tomorrow ? scheduled : tomorrow);
  return chosen < hours.today ? hours.today : chosen;
}

/** The number that is typed into a limit; undefined if it is none from `least` to `most`. */
export function limitOf(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** The days ahead that are typed: null for a month, undefined for what is not valid. */
export function horizonOf(text: string): number | null | undefined {
  return text.trim() === '' ? null : limitOf(text, 1, 90);
}

/** The minutes before the start that are typed; undefined for what is not valid. */
export function leadOf(text: string): number | undefined {
  return text.trim() === '' ? 0 : limitOf(text, 0, 2_880);
}

/** The change that a draft makes; null while something in it cannot be published. */
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
      week: week.map((spans) => spans.slice()),
      special_days: specialDays.map(({ day, label, spans }) => ({ day, label, spans: spans.slice() })),
      horizon_days,
      lead_minutes,
    },
    revert_to: null,
  };
}

/** Whether hours on the screen are those that were published. */
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
