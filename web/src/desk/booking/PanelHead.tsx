import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { chipDay, timeRange, timeText } from '@/lib/dates';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { IconButton } from '@/ui/IconButton';
import type { BoardBooking } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import { lengthText } from './length-text';
import { panelTexts } from './texts';

/** "4820 1937 56": an order number in pieces that can be read aloud. */
function readableNumber(order: string): string {
  return order.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** Shows court, day and hour of a booking, and the button that closes its panel. */
export function PanelHead({
  booking,
  brief,
  heading,
  onClose,
}: {
  booking: Booking | undefined;
  brief: BoardBooking | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}) {
  return (
    <header className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="figures min-h-5 text-[.78125rem] text-quiet">
          {booking !== undefined && `${panelTexts.order(readableNumber(booking.order))} · ${chipDay(booking.day)}`}
        </p>
        <h2 ref={heading} tabIndex={-1} className="display mt-1 text-[2.5rem] leading-none">
          {booking === undefined ? (brief?.name ?? panelTexts.label) : courtName(booking.court.name)}
        </h2>
        {booking !== undefined && (
          <>
            <p className="figures mt-1.5 font-bold">{timeRange(timeText(booking.minute), booking.play_minutes)}</p>
            <p className="text-[.8125rem] text-quiet">
              {`${lengthText(booking.minutes)}, ${panelTexts.types[booking.court.type]}`}
            </p>
          </>
        )}
      </div>
      {booking !== undefined && (
        <CourtDrawing
          number={booking.court.number}
          type={courtKind(booking.court.type)}
          state={booking.status === 'confirmed' ? 'selected' : 'taken'}
          className="w-12 shrink-0 rotate-8"
        />
      )}
      <IconButton
        label={panelTexts.close}
        aria-keyshortcuts="Escape"
        variant="ghost"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onClose}
        className="-mt-2 -mr-2"
      />
    </header>
  );
}
