import { CalendarPlus, UserPlus } from 'lucide-react';
import { courtName } from '@/lib/court-name';
import { chipDay, dayIn, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Avatar } from '@/ui/Avatar';
import type { Found } from '@/desk/api/found';
import type { Hit } from './hits';
import { findTexts } from './texts';

export interface HitRowProps {
  id: string;
  hit: Hit;
  zone: string;
  /** The venue's day, YYYY-MM-DD. */
  today: string;
  isActive: boolean;
  /** It was found for another text and cannot be chosen. */
  isOld: boolean;
  /** Whether letters were typed. */
  hasLetters: boolean;
  onChoose: () => void;
}

/** A booking, a player to book for, or a booking for somebody new. */
export function HitRow({ id, hit, zone, today, isActive, isOld, hasLetters, onChoose }: HitRowProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      disabled={isOld}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-14 w-full items-center gap-3 rounded-md border border-transparent px-2.5 text-left hover:bg-raised disabled:opacity-60 aria-selected:border-edge aria-selected:bg-raised"
    >
      {content()}
    </button>
  );

  function content() {
    switch (hit.kind) {
      case 'booking':
        return <BookingHit booking={hit.booking} today={today} />;
      case 'player':
        return <PlayerHit player={hit.player} zone={zone} />;
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

function BookingHit({ booking, today }: { booking: Found['bookings'][number]; today: string }) {
  const day = booking.day === today ? findTexts.today : chipDay(booking.day);
  return (
    <>
      <Avatar name={booking.name} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-tight font-bold">{booking.name}</span>
        <span className="figures block truncate text-small text-quiet">
          {findTexts.place(day, timeText(booking.minute), courtName(booking.court_name))}
        </span>
      </span>
      <span className="figures grid shrink-0 justify-items-end text-small">
        <span className="text-quiet">{tailText(booking.phone_tail)}</span>
        <span className={`font-bold ${booking.due_paise > 0 ? 'text-warn' : ''}`}>{stateText(booking)}</span>
      </span>
    </>
  );
}

function stateText({ status, due_paise }: Found['bookings'][number]): string {
  if (status === 'cancelled' || status === 'cancel_requested') return findTexts.cancelled;
  if (status === 'no_show') return findTexts.noShow;
  return due_paise > 0 ? findTexts.due(rupees(due_paise / 100)) : findTexts.paid;
}

function PlayerHit({ player, zone }: { player: Found['players'][number]; zone: string }) {
  const { name, phone_tail, last_game } = player;
  return (
    <>
      <CalendarPlus aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-tight font-bold">{findTexts.bookFor(name)}</span>
        <span className="block truncate text-small text-quiet">
          {last_game === null ? findTexts.noGame : findTexts.lastGame(chipDay(dayIn(zone, new Date(last_game))))}
        </span>
      </span>
      <span className="figures shrink-0 text-small text-quiet">{tailText(phone_tail)}</span>
    </>
  );
}

/** "•••• 1736": the end of a phone number. */
function tailText(tail: string | null): string {
  return tail === null ? findTexts.noNumber : `•••• ${tail}`;
}
