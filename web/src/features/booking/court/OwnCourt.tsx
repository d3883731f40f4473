import type { Ownership } from '@/api/own-courts';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { courtTexts } from '../texts';

export interface OwnCourtProps {
  name: string;
  ownership: Ownership;
  /** To the confirm window of the hold, or the pass of the booking. */
  onOpen: () => void;
}

/** Says that the court of the address is booked or being paid for by the player, and leads there. */
export function OwnCourt({ name, ownership, onOpen }: OwnCourtProps) {
  const booked = ownership.is === 'booked';
  // A hold has the line at the lower edge, with its time.
  if (!booked && !ownership.court.paying) return null;
  return (
    <div className="animate-fade" role="status">
      <Notice
        tone="good"
        action={
          <Button look="outline" size="sm" onClick={onOpen}>
            {booked ? courtTexts.openPass : courtTexts.seePayment}
          </Button>
        }
      >
        {booked ? courtTexts.yoursBooked(name) : courtTexts.yoursPaying(name)}
      </Notice>
    </div>
  );
}
