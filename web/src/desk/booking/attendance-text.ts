import { AlarmClock, CircleCheck, CircleDashed, UserCheck, UserX, type LucideIcon } from 'lucide-react';
import { minutesIn, timeText } from '@/lib/dates';
import type { Booking } from '@/desk/api/bookings';
import { cellState, minutesLate } from './cell-state';
import { panelTexts } from './texts';

interface AttendanceText {
  Icon: LucideIcon;
  text: string;
  tone: string;
}

/** Puts the attendance into words; null while the player is expected and not late. */
export function attendanceTextOf(booking: Booking, now: number, zone: string): AttendanceText | null {
  const since = booking.attendance_at === null ? '' : timeText(minutesIn(zone, new Date(booking.attendance_at)));
  const { attendance_by: by } = booking;
  const startsAt = Date.parse(booking.starts_at);
  const facts = { ...booking, startsAt, endsAt: startsAt + booking.minutes * 60_000 };
  switch (cellState(facts, now)) {
    case 'here':
    case 'on_court':
      return {
        Icon: UserCheck,
        text: by === null ? panelTexts.isHereSince(since) : panelTexts.isHere(since, by),
        tone: 'text-good',
      };
    case 'no_show': {
      const marked = by === null ? panelTexts.isMarkedAbsent : panelTexts.isAbsent(by);
      return { Icon: UserX, text: booking.status === 'no_show' ? panelTexts.isNoShow : marked, tone: 'text-bad' };
    }
    case 'late':
      return { Icon: AlarmClock, text: panelTexts.isLate(minutesLate(startsAt, now)), tone: 'text-warn' };
    case 'unmarked':
      return { Icon: CircleDashed, text: panelTexts.isUnmarked, tone: 'text-warn' };
    case 'played':
      return { Icon: CircleCheck, text: panelTexts.isPlayed, tone: 'text-good' };
    case 'cancelled':
      return { Icon: UserX, text: panelTexts.isCancelled, tone: 'text-quiet' };
    default:
      return null;
  }
}
