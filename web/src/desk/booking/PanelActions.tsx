import { UserCheck, UserX } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { Button } from '@/ui/Button';
import type { Booking } from '@/desk/api/bookings';
import { arriving, type Markable } from './attendance';
import { attendanceTextOf } from './attendance-text';
import type { BookingPanelProps } from './BookingPanel';
import { cancelAtDeskTexts } from './cancel-texts';
import { isCheckInOpen } from './cell-state';
import { KeyHint } from './KeyHint';
import { panelTexts } from './texts';
import { holdsFocus } from '@/desk/lib/focus-once';
import { isPressedAgain } from '@/lib/pressed-again';
import { useShortcutName } from '@/desk/lib/single-keys';

const loadCancel = () => import('./CancelBooking');
const CancelBooking = lazyPart(async () => (await loadCancel()).CancelBooking);

/** The actions for a booking, at the foot of its panel. */
export function PanelActions({
  booking,
  parts,
  now,
  zone,
  mayMark,
  checkInMinutes,
  mayCancel,
  mayDecideRefund,
  money,
  move,
  heading,
  isBusy,
  onMark,
}: BookingPanelProps & {
  booking: Booking;
  isBusy: boolean;
  onMark: (orders: readonly Markable[], state: 'arrived' | 'absent' | 'none') => void;
}) {
  const shortcut = useShortcutName();
  const [isCancelling, setIsCancelling] = useState(false);
  const { shortening } = move;
  const [seenShortening, setSeenShortening] = useState<{ order: string } | null>(null);
  if (shortening !== seenShortening) {
    setSeenShortening(shortening);
    if (shortening?.order === booking.order) setIsCancelling(true);
  }
  const cancelling = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasKept = useRef(false);
  useEffect(() => {
    if (!isCancelling && wasKept.current) opener.current?.focus({ preventScroll: true });
    wasKept.current = false;
  }, [isCancelling]);
  const attendanceText = attendanceTextOf(booking, now, zone);
  const startsAt = Date.parse(booking.starts_at);
  const isMarkable = mayMark && booking.status === 'confirmed';
  /** Whether the players can be checked in for an hour of the booking's day. */
  const isOpen = (minute: number) => isCheckInOpen(startsAt + (minute - booking.minute) * 60_000, now, checkInMinutes);
  /** Marks once: a mark changes the buttons, so the second press of a double click would be on another one. */
  function mark(press: { detail: number }, orders: readonly Markable[], state: 'arrived' | 'absent' | 'none') {
    if (!isPressedAgain(press)) onMark(orders, state);
  }
  const canArrive = isMarkable && booking.attendance !== 'arrived' && isOpen(booking.minute);
  const canTakeBack = isMarkable && booking.attendance !== null;
  const canCancel = mayCancel && booking.status === 'confirmed' && now < Date.parse(booking.ends_at);
  // The form is loaded before it is opened, so that it opens at once.
  useEffect(() => {
    if (canCancel) loadCancel().catch(() => {});
  }, [canCancel]);
  const canBeAbsent = booking.attendance === null && now >= startsAt;
  // Two buttons share the width of the panel.
  const size = canBeAbsent ? 'sm' : 'md';
  const moveButtons = move.buttons(booking, parts, now);
  const moneyPart = money.part(booking);
  const hasAttendance = attendanceText !== null || canArrive || canTakeBack;
  if (!hasAttendance && !canCancel && moveButtons === null && moneyPart === null) return null;
  const footer =
    'grid max-h-[75%] shrink-0 gap-3 overflow-y-auto border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]';
  if (canCancel && isCancelling) {
    return (
      <footer ref={cancelling} className={footer}>
        <Suspense fallback={<p className="text-small text-quiet">{cancelAtDeskTexts.looking}</p>}>
          <CancelBooking
            booking={booking}
            mayDecide={mayDecideRefund}
            onClose={() => {
              wasKept.current = true;
              setIsCancelling(false);
            }}
            onDone={() => {
              setIsCancelling(false);
              // Another panel can have the heading by now.
              if (holdsFocus(cancelling.current)) heading.current?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      </footer>
    );
  }
  const movePart = move.part(booking, () => heading.current?.focus({ preventScroll: true }));
  if (movePart !== null) return <footer className={footer}>{movePart}</footer>;
  return (
    <footer className={footer}>
      {moneyPart}
      {attendanceText !== null && (
        <p className={`flex items-center gap-2 text-small font-bold ${attendanceText.tone}`}>
          <attendanceText.Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={2.4} />
          {attendanceText.text}
        </p>
      )}
      {canArrive && (
        <div className="flex gap-2.5">
          <Button
            // Money that is due, or goes back, comes first.
            variant={moneyPart === null ? 'lime' : 'outline'}
            size={moneyPart === null ? size : 'sm'}
            isBusy={isBusy}
            aria-keyshortcuts={shortcut('I')}
            className="flex-1 whitespace-nowrap"
            icon={<UserCheck aria-hidden="true" className="size-5" />}
            onClick={(event) => mark(event, arriving(booking, parts, isOpen), 'arrived')}
          >
            {panelTexts.checkIn}
            <KeyHint>{'I'}</KeyHint>
          </Button>
          {canBeAbsent && (
            <Button
              variant="outline"
              size={size}
              isBusy={isBusy}
              className="whitespace-nowrap"
              aria-keyshortcuts={shortcut('N')}
              icon={<UserX aria-hidden="true" className="size-5" />}
              onClick={(event) => mark(event, [booking], 'absent')}
            >
              {panelTexts.absent}
              <KeyHint>{'N'}</KeyHint>
            </Button>
          )}
        </div>
      )}
      {canTakeBack && (
        <Button variant="outline" size="sm" isBusy={isBusy} onClick={(event) => mark(event, [booking], 'none')}>
          {panelTexts.takeBack}
        </Button>
      )}
      {moveButtons}
      {canCancel && (
        <Button
          ref={opener}
          variant="ghost"
          size="sm"
          aria-keyshortcuts={shortcut('X')}
          onClick={() => setIsCancelling(true)}
        >
          {cancelAtDeskTexts.open}
          <KeyHint>{'X'}</KeyHint>
        </Button>
      )}
    </footer>
  );
}
