import { CalendarPlus, UserPlus } from 'lucide-react';
import { courtName } from '@/lib/court-name';
import { timeText } from '@/lib/dates';
import { Avatar } from '@/ui/Avatar';
import type { Found } from '@/desk/api/found';
import { dayInYear } from '@/desk/lib/day-in-year';
import { bookingState } from './booking-state';
import type { Hit } from './hits';
import { PlayerLine, tailText } from './PlayerLine';
import { findTexts } from './texts';

export interface HitRowProps {
  id: string;
  hit: Hit;
  /** The name of the booking's venue, if that is another one. */
  elsewhere: string | undefined;
  /** The time zone of the venue at whose desk the search is. */
  zone: string;
  /** The present day at the booking's venue, or else at that of the desk, YYYY-MM-DD. */
  today: string;
  isActive: boolean;
  /** Whether it was found for an earlier text, so that it cannot be chosen. */
  isOld: boolean;
  /** Whether choosing it opens something. */
  canOpen: boolean;
  /** Whether letters were typed. */
  hasLetters: boolean;
  onChoose: () => void;
}

/** A booking, a player to book for, or a booking for a new player. */
export function HitRow({
  id,
  hit,
  elsewhere,
  zone,
  today,
  isActive,
  isOld,
  canOpen,
  hasLetters,
  onChoose,
}: HitRowProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      disabled={isOld}
      aria-disabled={canOpen ? undefined : true}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      // The margin keeps a hit that is scrolled to out from under the field.
      className="flex min-h-14 w-full scroll-mt-20 scroll-mb-3 items-center gap-3 rounded-md border border-transparent px-2.5 py-1.5 text-left not-aria-disabled:hover:bg-raised disabled:opacity-60 aria-selected:border-edge aria-selected:bg-raised"
    >
      {content()}
    </button>
  );

  function content() {
    switch (hit.kind) {
      case 'booking':
        return <BookingHit booking={hit.booking} elsewhere={elsewhere} today={today} />;
      case 'player':
        return (
          <PlayerLine
            icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}
            player={hit.player}
            zone={zone}
          >
            {findTexts.bookFor(hit.player.name)}
          </PlayerLine>
        );
      case 'new':
        return (
          <>
            <UserPlus aria-hidden="true" className="size-5 shrink-0" />
            <span className="font-bold">{hasLetters ? findTexts.bookOther : findTexts.bookNumber}</span>
          </>
        );
    }
  }
}

function BookingHit({
  booking,
  elsewhere,
  today,
}: {
  booking: Found['bookings'][number];
  elsewhere: string | undefined;
  today: string;
}) {
  // A whole booking number finds bookings of any year.
  const day = booking.day === today ? findTexts.today : dayInYear(booking.day, today);
  const place = findTexts.place(day, timeText(booking.minute), courtName(booking.court_name));
  return (
    <>
      <Avatar name={booking.name} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block leading-tight font-bold wrap-anywhere">{booking.name}</span>
        <span className="figures block text-small wrap-anywhere text-quiet">
          {elsewhere === undefined ? place : `${place}, ${elsewhere}`}
        </span>
      </span>
      <span className="figures grid shrink-0 justify-items-end text-small">
        <span className="text-quiet">{tailText(booking.phone_tail)}</span>
        <span className={`font-bold ${booking.due_paise > 0 ? 'text-warn' : ''}`}>{bookingState(booking)}</span>
      </span>
    </>
  );
}
