import { Link } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';
import type { Booking } from '@/desk/api/bookings';
import { paths } from '@/desk/lib/paths';
import { isCancelled } from '@/desk/lib/is-cancelled';
import { panelTexts } from './texts';

/** Says which game of its weekly series a booking is, and links to the others. */
export function PanelWeeks({ booking }: { booking: Booking }) {
  const { weeks, order, venue } = booking;
  const own = weeks.findIndex((week) => week.order === order);
  if (own < 0) return null;
  return (
    <details className="group mt-4">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md text-small font-bold focus-visible:focus-ring">
        <Repeat aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="figures underline underline-offset-4">{panelTexts.weekly(own + 1, weeks.length)}</span>
      </summary>
      <ol className="grid">
        {weeks.map((week) => {
          const isGone = isCancelled(week.status);
          const text = panelTexts.week(chipDay(week.day), hourText(week.minute), courtName(week.court));
          return (
            <li key={week.order}>
              <Link
                {...paths.board(venue, { day: week.day, open: week.order })}
                aria-current={week.order === order ? 'true' : undefined}
                className="figures flex min-h-11 items-center justify-between gap-3 rounded-md px-3 text-small hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:font-bold"
              >
                <span className={isGone ? 'text-quiet line-through' : ''}>{text}</span>
                {isGone && <span className="text-quiet">{panelTexts.isCancelled}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
