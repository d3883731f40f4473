import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { dayIn, minutesIn, timeText } from '@/lib/dates';
import { CourtTile } from '@/ui/CourtTile';
import { Notice } from '@/ui/Notice';
import { useMe, type Me } from '@/desk/api/me';
import { shortTime, stateText } from '@/desk/day/cell-text';
import { useAttendance } from '@/desk/booking/attendance';
import { isCheckInOpen } from '@/desk/booking/cell-state';
import { paths } from '@/desk/lib/paths';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useUnsent } from '@/desk/offline/use-unsent';
import type { Arrival } from './arrivals';
import { checkInTexts } from './texts';
import { useShortcutName } from '@/desk/lib/single-keys';

export interface ArrivalRowProps {
  arrival: Arrival;
  venue: Me['venues'][number];
  /** The server's time in milliseconds. */
  now: number;
  /** The order whose row the keys act on. */
  current: string | undefined;
  /** Whether the row says its hour, because no heading does. */
  withTime?: boolean;
  onChoose?: (order: string) => void;
  /** Called when the players are being checked in. */
  onTick?: () => void;
}

const tones: Partial<Record<Arrival['state'], string>> = { due: 'text-warn', late: 'text-warn', no_show: 'text-bad' };

/** A booking with its state and a tick that checks its players in; the name opens it. */
export function ArrivalRow({ arrival, venue, now, current, withTime = false, onChoose, onTick }: ArrivalRowProps) {
  const shortcut = useShortcutName();
  const { booking, court, state, day } = arrival;
  // Each row has its own, so that the players of several bookings are checked in one after another without a wait.
  const attendance = useAttendance();
  const isIn = booking.attendance === 'arrived';
  const arrivedAt = shortTime(booking.attendance_at, venue.time_zone);
  const isUnsent = useUnsent([booking.order]);
  const textOf = (shown: Arrival['state']) =>
    stateText(
      { ...booking, state: shown, startsAt: arrival.startsAt, arrived_at: isIn ? booking.attendance_at : null },
      now,
      venue.time_zone,
    );
  // The amount due is shown beside the status.
  const states: Arrival['state'][] =
    ['late', 'on_court'].includes(state) && booking.due_paise > 0 ? [state, 'due'] : [state];
  const isCurrent = booking.order === current;
  const isExpected = !isIn && booking.status === 'confirmed';
  const checkInMinutes = useMe()?.business.check_in_minutes ?? 0;
  const canTick = isExpected && isCheckInOpen(arrival.startsAt, now, checkInMinutes);
  const isToday = day === dayIn(venue.time_zone, new Date(now));
  const opensAt = new Date(arrival.startsAt - checkInMinutes * 60_000);
  const early =
    isExpected && !canTick ? [checkInTexts.outcomes.too_early(timeText(minutesIn(venue.time_zone, opensAt)))] : [];
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-3 border-b border-line py-1.5">
      <CourtTile number={court.number} type={courtKind(court.type)} className="w-13 shrink-0" />
      <Link
        {...paths.board(venue.id, { open: booking.order, ...(!isToday && { day }) })}
        data-row={canTick ? undefined : booking.order}
        onFocus={() => onChoose?.(booking.order)}
        className="grid min-h-11 min-w-0 flex-1 content-center rounded-md"
      >
        <span
          className={`font-bold wrap-anywhere ${isIn ? 'text-quiet' : ''} ${state === 'no_show' ? 'line-through' : ''}`}
        >
          {booking.name}
          <span className="sr-only">{`, ${courtName(court.name)}`}</span>
        </span>
        <span className={`figures text-small ${tones[state] ?? 'text-quiet'}`}>
          {[...(withTime ? [timeText(booking.minute)] : []), ...states.map(textOf), ...early].join(', ')}
          {isUnsent && <strong className="font-bold text-warn">{`, ${deskOfflineTexts.notSent}`}</strong>}
        </span>
      </Link>
      {isIn && (
        <span className="grid w-13 shrink-0 justify-items-center text-good">
          <Check aria-hidden="true" className="size-6" strokeWidth={2.4} />
          <span className="sr-only">{checkInTexts.isIn(arrivedAt)}</span>
          <span aria-hidden="true" className="figures text-[.75rem] font-bold">
            {arrivedAt}
          </span>
        </span>
      )}
      {canTick && (
        <button
          type="button"
          data-row={booking.order}
          tabIndex={isCurrent || onChoose === undefined ? 0 : -1}
          aria-label={checkInTexts.tick(booking.name, courtName(court.name))}
          aria-keyshortcuts={isCurrent ? shortcut('I') : undefined}
          aria-disabled={attendance.isPending || undefined}
          onFocus={() => onChoose?.(booking.order)}
          onKeyDown={(event) => {
            // Once a tick is done the focus goes to another one: an Enter that is held would check in all players of the list.
            if (event.key === 'Enter' && event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (attendance.isPending) return;
            onTick?.();
            attendance.mark({ name: booking.name, court: court.name }, [booking], 'arrived');
          }}
          className="grid size-13 shrink-0 place-items-center rounded-full border-[1.5px] border-edge text-quiet hover:border-ink hover:text-ink aria-disabled:opacity-50"
        >
          <Check aria-hidden="true" className="size-6" strokeWidth={2.4} />
        </button>
      )}
      {canTick && attendance.problem !== null && (
        <div className="basis-full">
          <Notice tone="warn" tight isLive>
            {attendance.problem}
          </Notice>
        </div>
      )}
    </li>
  );
}
