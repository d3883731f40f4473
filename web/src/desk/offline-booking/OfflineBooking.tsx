import { CloudOff, UserCheck, UserX, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { courtName } from '@/lib/court-name';
import { minutesIn, timeRange, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useConnection } from '@/lib/online';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import type { Board, BoardBooking } from '@/desk/api/board';
import type { AttendanceState } from '@/desk/api/bookings';
import { may, type Me } from '@/desk/api/me';
import { arriving, useAttendance, type Markable } from '@/desk/booking/attendance';
import { isCheckInOpen } from '@/desk/booking/cell-state';
import { KeyHint } from '@/desk/booking/KeyHint';
import { panelTexts } from '@/desk/booking/texts';
import { handoverOf, playMinutesOf } from '@/desk/day/board-model';
import { NeedsServer } from './NeedsServer';
import { WriteDownPayment } from './WriteDownPayment';
import { OfflineNotes } from './OfflineNotes';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { entryLabel } from '@/desk/lib/place-text';
import { isPressedAgain } from '@/lib/pressed-again';
import { useUnsent } from '@/desk/offline/use-unsent';
import { useShortcutName } from '@/desk/lib/single-keys';

export interface OfflineBookingProps {
  me: Me;
  venue: Me['venues'][number];
  board: Board;
  booking: BoardBooking;
  /** The bookings of its bar on the board. */
  parts: readonly BoardBooking[];
  /** The server's time in milliseconds. */
  now: number;
  /** Whether a person was typing in the panel that this one replaces. */
  wasTyping: () => boolean;
  onClose: () => void;
}

/** Shows a booking of the board while the server does not answer: what can be written down, and what is disabled. */
export function OfflineBooking({ me, venue, board, booking, parts, now, wasTyping, onClose }: OfflineBookingProps) {
  const shortcut = useShortcutName();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const attendance = useAttendance();
  const connection = useConnection();
  const isUnsent = useUnsent([booking.order]);
  const court = board.courts.find(({ id }) => id === booking.court);
  const label = entryLabel({ name: booking.name, court: court?.name ?? '', minute: booking.minute });
  const playMinutes = playMinutesOf(booking, handoverOf(board));
  const startsAt = Date.parse(board.starts.find(({ minute }) => minute === booking.minute)?.at ?? '');
  const isIn = booking.attendance === 'arrived';
  const isMarkable = may(me, 'attendance.mark') && booking.status === 'confirmed';
  /** Whether the players can be checked in for an hour of the booking's day. */
  const isOpen = (minute: number) =>
    isCheckInOpen(startsAt + (minute - booking.minute) * 60_000, now, me.business.check_in_minutes);
  const canArrive = isMarkable && !isIn && isOpen(booking.minute);
  const canTakeBack = isMarkable && booking.attendance !== null;
  // Also after the day was closed: what a player owes is paid later.
  const canTake = may(me, 'payment.take') && booking.due_paise > 0 && booking.status !== 'cancel_requested';
  const canBeAbsent = isMarkable && booking.attendance === null && now >= startsAt;
  const takeFocus = useEffectEvent(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body || activeElement.closest('[inert]') !== null;
    // While a person types, the heading does not take the focus: there the next letters would be keys of the board.
    if (panel.current?.contains(activeElement) === true || (isLost && wasTyping())) return;
    heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);

  /** Marks. A mark changes the buttons, so the second press of a double click would take it back, or mark again what was taken back. */
  function mark(press: { detail: number }, orders: readonly Markable[], state: AttendanceState) {
    if (isPressedAgain(press)) return;
    attendance.mark({ name: booking.name, court: court?.name ?? '' }, orders, state);
  }
  return (
    <div ref={panel} className="flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 pt-5 pb-4">
        <header className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 ref={heading} tabIndex={-1} className="display text-[2.5rem] leading-none">
              {courtName(court?.name ?? '')}
            </h2>
            <p className="figures mt-1.5 font-bold">{timeRange(timeText(booking.minute), playMinutes)}</p>
          </div>
          <IconButton
            label={panelTexts.close}
            aria-keyshortcuts="Escape"
            variant="ghost"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
            className="-mt-2 -mr-2"
          />
        </header>
        <div className="min-w-0">
          <p className="text-lead leading-tight font-bold wrap-anywhere">{booking.name}</p>
          <p className="figures text-small text-quiet">
            {booking.phone_tail === null ? deskOfflineTexts.noNumber : deskOfflineTexts.phone(booking.phone_tail)}
          </p>
        </div>
        <p className="flex items-end justify-between gap-3 border-t border-line pt-3 font-bold">
          {booking.due_paise > 0 ? panelTexts.due : panelTexts.paid}
          <span
            className={`figures display text-[2.125rem] leading-none ${booking.due_paise > 0 ? 'text-warn' : 'text-good'}`}
          >
            {rupees((booking.due_paise > 0 ? booking.due_paise : booking.paid_paise - booking.returned_paise) / 100)}
          </span>
        </p>
        {booking.attendance !== null && (
          <p className={`text-small font-bold ${isIn ? 'text-good' : 'text-bad'}`}>
            {isIn
              ? panelTexts.isHereSince(timeText(minutesIn(venue.time_zone, new Date(booking.attendance_at ?? now))))
              : panelTexts.isMarkedAbsent}
          </p>
        )}
        {isUnsent && (
          <p role="status" className="flex items-center gap-2 text-small font-bold text-warn">
            <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
            {deskOfflineTexts.notSent}
          </p>
        )}
        {may(me, 'player.note') && <OfflineNotes me={me} venue={venue.id} order={booking.order} label={label} />}
        {connection !== 'open' && (
          <NeedsServer
            me={me}
            venue={venue.id}
            isRetired={venue.is_retired}
            isOver={now >= startsAt + playMinutes * 60_000}
            booking={booking}
            connection={connection}
          />
        )}
      </div>
      {(canTake || canArrive || canTakeBack) && (
        <footer className="grid max-h-[75%] shrink-0 gap-3 overflow-y-auto border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {canTake && (
            <WriteDownPayment
              key={booking.due_paise}
              me={me}
              venue={venue.id}
              booking={booking}
              court={court?.name ?? ''}
            />
          )}
          {(canArrive || canTakeBack) && (
            <div className="flex gap-2.5">
              {canArrive && (
                <Button
                  variant={booking.due_paise > 0 ? 'outline' : 'lime'}
                  size="sm"
                  aria-keyshortcuts={shortcut('I')}
                  className="flex-1 whitespace-nowrap"
                  icon={<UserCheck aria-hidden="true" className="size-5" />}
                  onClick={(event) => mark(event, arriving(booking, parts, isOpen), 'arrived')}
                >
                  {panelTexts.checkIn}
                  <KeyHint>{'I'}</KeyHint>
                </Button>
              )}
              {canBeAbsent && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-keyshortcuts={shortcut('N')}
                  className="whitespace-nowrap"
                  icon={<UserX aria-hidden="true" className="size-5" />}
                  onClick={(event) => mark(event, [booking], 'absent')}
                >
                  {panelTexts.absent}
                  <KeyHint>{'N'}</KeyHint>
                </Button>
              )}
              {canTakeBack && (
                <Button
                  variant="outline"
                  size="sm"
                  className="flex-1"
                  onClick={(event) => mark(event, [booking], 'none')}
                >
                  {panelTexts.takeBack}
                </Button>
              )}
            </div>
          )}
        </footer>
      )}
    </div>
  );
}
