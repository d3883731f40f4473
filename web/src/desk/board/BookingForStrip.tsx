import { UserPlus, X } from 'lucide-react';
import { Button } from '@/ui/Button';
import { setBookingFor, useBookingFor } from '@/desk/lib/booking-for';
import { boardTexts } from './texts';

/** The player who was chosen for the next booking, and a button to choose none. */
export function BookingForStrip() {
  const who = useBookingFor();
  if (who === null) return null;
  return (
    <div className="mb-2.5 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-1.5">
      <UserPlus aria-hidden="true" className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 text-small">
        <strong className="block">{boardTexts.bookingFor(who.name ?? who.text)}</strong>
        <span className="text-quiet">{boardTexts.bookingForHow}</span>
      </p>
      <Button
        variant="outline"
        size="sm"
        aria-keyshortcuts="Escape"
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={() => setBookingFor(null)}
      >
        {boardTexts.bookingForStop}
      </Button>
    </div>
  );
}
