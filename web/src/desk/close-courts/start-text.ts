import { chipDay, dayIn, hourText } from '@/lib/dates';
import type { ClosedBooking } from '@/desk/api/closures';

/** The start of a game that lost its court: "7 PM", with its day "Sun 22 Nov, 7 PM". `zone` is that of the venue. */
export function startText(
  { minute, starts_at }: Pick<ClosedBooking, 'minute' | 'starts_at'>,
  zone: string,
  withDay: boolean,
): string {
  const time = hourText(minute);
  return withDay ? `${chipDay(dayIn(zone, new Date(starts_at)))}, ${time}` : time;
}
