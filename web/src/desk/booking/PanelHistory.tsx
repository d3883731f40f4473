import type { Booking } from '@/desk/api/bookings';
import { RecordLinks } from '@/desk/record-links/RecordLinks';
import { whatText } from './history-text';
import { momentIn } from './moment-in';
import { PanelSection } from './PanelSection';
import { panelTexts } from './texts';

/** Lists what happened to a booking, the newest first, with links to its other records. */
export function PanelHistory({ booking, zone }: { booking: Booking; zone: string }) {
  const links = <RecordLinks about={{ order: booking.order }} />;
  if (booking.history.length === 0) return links;
  return (
    <PanelSection title={panelTexts.history}>
      <ol className="grid gap-1.5 text-[.8125rem]">
        {booking.history.toReversed().map((entry, index) => (
          <li key={`${entry.at} ${entry.what} ${booking.history.length - index}`} className="flex items-baseline gap-3">
            <time dateTime={entry.at} className="figures w-28 shrink-0 text-quiet">
              {momentIn(entry.at, zone, booking.day)}
            </time>
            <span className="min-w-0 flex-1">{whatText(entry)}</span>
            {entry.by !== null && <span className="font-semibold">{entry.by}</span>}
          </li>
        ))}
      </ol>
      <div className="mt-2">{links}</div>
    </PanelSection>
  );
}
