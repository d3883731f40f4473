import { addDays, chipDay, dayAndMonth, dayIn, hourText, minutesIn, shortDay, timeText } from '@/lib/dates';
import type { Choice, Place } from './api/offers';
import { courtName } from '@/lib/court-name';
import { closedCourtTexts } from './texts';

/** Whether a day is today or tomorrow; null for any other day. */
function todayOrTomorrow(day: string, today: string): 'today' | 'tomorrow' | null {
  if (day === today) return 'today';
  return day === addDays(today, 1) ? 'tomorrow' : null;
}

/** A day and an hour within a sentence: "today, 8:00 PM", "on Sat, 28 Nov, 8:00 PM". */
export function whenInSentence({ day, minute }: Pick<Place, 'day' | 'minute'>, today: string): string {
  const word = todayOrTomorrow(day, today);
  const name = word === null ? closedCourtTexts.onDay(dayAndMonth(day)) : closedCourtTexts.day[word];
  return `${name}, ${timeText(minute)}`;
}

/** A day and an hour on their own: "Today, 8:00 PM", "Sat, 28 Nov, 8:00 PM". */
export function whenText({ day, minute }: Pick<Place, 'day' | 'minute'>, today: string): string {
  const word = todayOrTomorrow(day, today);
  return `${word === null ? dayAndMonth(day) : closedCourtTexts.dayAlone[word]}, ${timeText(minute)}`;
}

/** Until when an answer is possible: "7:30 PM", "tomorrow, 6:24 PM", "Sat 28 Nov, 6:24 PM". */
export function untilText(instant: string, zone: string, today: string): string {
  const until = new Date(instant);
  const [day, time] = [dayIn(zone, until), timeText(minutesIn(zone, until))];
  const word = todayOrTomorrow(day, today);
  if (word === 'today') return time;
  return `${word === null ? chipDay(day) : closedCourtTexts.day[word]}, ${time}`;
}

/** The name of a choice: "Court 11, 8 PM", with venue and day if they differ from the lost game's. */
export function placeName(choice: Choice, lost: Place): string {
  const court = courtName(choice.court_name);
  const where = choice.venue === lost.venue ? court : closedCourtTexts.courtAt(court, choice.venue_name);
  const day = choice.day === lost.day ? [] : [shortDay(choice.day)];
  return [where, ...day, hourText(choice.minute)].join(', ');
}
