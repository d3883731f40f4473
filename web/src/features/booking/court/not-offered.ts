/** Why no court is available at an hour: it is past, too soon or too far ahead, or no court is for sale then. */
export type NotOffered = 'past' | 'late' | 'closed' | 'far';

/** One day in the reply of gettimeslots. */
export interface OfferedDay {
  date: { date: string };
  slots: readonly { time: string }[];
  closed?: readonly { time: string; reason: string }[] | null;
}

/** Why an hour is not offered; null if it is offered, if only its courts are taken, and while the days are unknown. */
export function reasonNotOffered(days: readonly OfferedDay[], date: string, time: string): NotOffered | null {
  const first = days[0]?.date.date;
  const last = days.at(-1)?.date.date;
  if (first === undefined || last === undefined) return null;
  if (date < first) return 'past';
  if (date > last) return 'far';
  const day = days.find((one) => one.date.date === date);
  if (day?.slots.some((slot) => slot.time === time)) return null;
  const reason = day?.closed?.find((hour) => hour.time === time)?.reason;
  return reason === 'full' ? null : reason === 'past' || reason === 'late' ? reason : 'closed';
}
