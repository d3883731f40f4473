import type { Booking } from '@/desk/api/bookings';
import { whatText } from './history-text';
import { momentIn } from './moment-in';
import { PanelSection } from './PanelSection';
import { panelTexts } from './texts';

/** What happened to a booking, the newest first. */
export function PanelHistory({ booking, zone }: { booking: Booking; zone: string }) {
  if (booking.history.length === 0) return null;
  return (
    <PanelSection title={panelTexts.history}>
      <ol className="grid gap-1.5 text-[.8125rem]">
        {booking.history.toReversed().map(({ at, what, by }) => (
          <li key={`${at} ${what}`} className="flex items-baseline gap-3">
            <time dateTime={at} className="figures w-28 shrink-0 text-quiet">
              {momentIn(at, zone, booking.day)}
            </time>
            <span className="min-w-0 flex-1">{whatText(what)}</span>
            {by !== null && <span className="font-semibold">{by}</span>}
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}
