import { hourText, MINUTES_OF_DAY } from '@/lib/dates';
import type { Span } from './hours';

// Everywhere here `slot` is the length of a slot, in minutes.

/** The most spans of a day. */
export const MOST_SPANS = 6;
/** Dragging rounds to a multiple of this many minutes. */
export const STEP = 30;

/** When the last slot of a span ends, minutes of the day; after midnight more than 1,440. */
export function endOf(span: Span, slot: number): number {
  return span.first_minute + slotsOf(span, slot) * slot;
}

/** How many slots a court has within a span. */
export function slotsOf({ first_minute, last_minute }: Span, slot: number): number {
  return last_minute < first_minute ? 0 : Math.floor((last_minute - first_minute) / slot) + 1;
}

/** The span with as many whole slots as fit between two minutes and start before midnight; null if there is none. */
export function spanBetween(from: number, until: number, slot: number): Span | null {
  const first_minute = Math.max(0, Math.min(MINUTES_OF_DAY - 1, from));
  const slots = Math.min(
    Math.floor((until - first_minute) / slot),
    Math.floor((MINUTES_OF_DAY - 1 - first_minute) / slot) + 1,
  );
  return slots < 1 ? null : { first_minute, last_minute: first_minute + (slots - 1) * slot };
}

/** The spans of a day after it was opened between two minutes; spans that touch or overlap that time, or one of those, become one. */
export function openBetween(spans: readonly Span[], from: number, until: number, slot: number): Span[] {
  const isApart = (span: Span) => endOf(span, slot) < from || span.first_minute > until;
  const joined = spans.filter((span) => !isApart(span));
  const first = Math.min(from, ...joined.map((span) => span.first_minute));
  const last = Math.max(until, ...joined.map((span) => endOf(span, slot)));
  if (first < from || last > until) return openBetween(spans, first, last, slot);
  const added = spanBetween(first, last, slot);
  const apart = spans.filter(isApart);
  return sorted(added === null ? apart : [...apart, added]);
}

/** The spans of a day after it was closed between two minutes; slots that would overlap that time are left out. */
export function closeBetween(spans: readonly Span[], from: number, until: number, slot: number): Span[] {
  return sorted(
    spans.flatMap((span) => {
      const end = endOf(span, slot);
      if (end <= from || span.first_minute >= until) return [span];
      const parts = [
        spanBetween(span.first_minute, Math.min(end, from), slot),
        spanBetween(Math.max(span.first_minute, until), end, slot),
      ];
      return parts.filter((part) => part !== null);
    }),
  );
}

/** The spans in the order of the day, as the server takes them. */
export function sorted(spans: readonly Span[]): Span[] {
  return spans.toSorted((one, other) => one.first_minute - other.first_minute);
}

/** The error in the hours of a day, in whatever order they were written; null if there is none. */
export function problemOf(spans: readonly Span[], slot: number): 'overlap' | 'too many' | 'unfinished' | null {
  if (spans.length > MOST_SPANS) return 'too many';
  let free = 0;
  for (const span of sorted(spans)) {
    // A time that is being typed makes a span without a slot.
    if (span.last_minute < span.first_minute) return 'unfinished';
    if (span.first_minute < free) return 'overlap';
    free = endOf(span, slot);
  }
  return null;
}

/** "6 AM – 11 AM, 4 PM – 11 PM": from the first start to the end of the last slot. */
export function spansText(spans: readonly Span[], slot: number): string {
  return sorted(spans)
    .map((span) => `${hourText(span.first_minute)} – ${hourText(endOf(span, slot))}`)
    .join(', ');
}

/** Whether two days have the same hours, in whatever order they were written. */
export function isSameDay(one: readonly Span[], other: readonly Span[]): boolean {
  const ordered = sorted(other);
  return (
    one.length === other.length &&
    sorted(one).every(
      (span, at) => span.first_minute === ordered[at]?.first_minute && span.last_minute === ordered[at].last_minute,
    )
  );
}
