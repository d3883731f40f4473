import { Fragment, type ReactNode } from 'react';
import { addDays, dayIn, longDay } from '@/lib/dates';
import { recordsTexts } from './texts';

/** Groups rows by the day on which they happened; `items` come the newest first. */
export function DayGroups<Item>({
  items,
  at,
  zone,
  now,
  children,
}: {
  items: readonly Item[];
  /** When an item happened, ISO 8601. */
  at: (item: Item) => string;
  /** The time zone of an item's venue. */
  zone: (item: Item) => string;
  /** The server's time in milliseconds. */
  now: number;
  children: (item: Item) => ReactNode;
}) {
  const days = new Map<string, { rows: Item[]; today: string }>();
  for (const item of items) {
    const day = dayIn(zone(item), new Date(at(item)));
    const known = days.get(day);
    if (known === undefined) days.set(day, { rows: [item], today: dayIn(zone(item), new Date(now)) });
    else known.rows.push(item);
  }
  return (
    <>
      {[...days].map(([day, { rows, today }]) => (
        <Fragment key={day}>
          <h2 className="mt-5 mb-2 text-small font-bold text-quiet">{dayName(day, today)}</h2>
          <ul className="rows overflow-hidden rounded-lg border border-line bg-card">{rows.map(children)}</ul>
        </Fragment>
      ))}
    </>
  );
}

function dayName(day: string, today: string): string {
  if (day === today) return recordsTexts.today;
  return day === addDays(today, -1) ? recordsTexts.yesterday : longDay(day);
}
