import { courtName } from '@/lib/court-name';
import { addDays, chipDay, hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import type { ClosedBooking, ClosureChoice } from '@/desk/api/closures';
import { watchTexts } from './texts';

type Lost = NonNullable<ClosedBooking['game']>['lost'];

interface Choices {
  same_hour: readonly ClosureChoice[];
  same_day: readonly ClosureChoice[];
  other_days: readonly { day: string; choice: ClosureChoice | null }[];
}

/**
 * The choices most like the closed game, at most two: one of its day, and one of the days after, else another of its day. If another hour
 * of its day is needed, it is the nearest one; of two equally near, the earlier.
 */
export function suggestedChoices(
  { same_hour, same_day, other_days }: Choices,
  { minute: lostMinute }: Pick<Lost, 'minute'>,
): ClosureChoice[] {
  const distance = ({ minute }: ClosureChoice) => Math.abs(minute - lostMinute);
  // The server lists them by their start.
  const nearest = same_day.toSorted((one, other) => distance(one) - distance(other));
  const sameDay = same_hour[0] ?? nearest[0];
  const later = other_days.find(({ choice }) => choice !== null)?.choice ?? undefined;
  return [sameDay, later ?? nearest.find((choice) => choice !== sameDay)].flatMap((choice) => choice ?? []);
}

/** The time and place of a choice: "9 PM, Court 2", "Mon 23 Nov, 7 PM, Court 3". */
export function choiceText(choice: ClosureChoice, lost: Lost, today: string): string {
  const day = choice.day === today && choice.day === lost.day ? [] : [dayText(choice.day, today)];
  const venue = choice.venue === lost.venue ? [] : [choice.venue_name];
  return [...day, hourText(choice.minute), courtName(choice.court_name), ...venue].join(', ');
}

function dayText(day: string, today: string): string {
  if (day === today) return watchTexts.today;
  return day === addDays(today, 1) ? watchTexts.tomorrow : chipDay(day);
}

/** Says what a choice costs or gives back. */
export function differenceText({ due_paise, back_paise }: ClosureChoice): string {
  if (due_paise > 0) return watchTexts.due(rupees(due_paise / 100));
  return back_paise > 0 ? watchTexts.back(rupees(back_paise / 100)) : watchTexts.nothingMore;
}
