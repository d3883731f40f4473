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

/** Says that the court of the address is the player's own, and leads to it. */
export function OwnCourt({ name, ownership, onOpen }: OwnCourtProps) {
  const paying = ownership.is === 'held' && ownership.court.paying;
  const words = ownership.is === 'booked' ? 'yoursBooked' : paying ? 'yoursPaying' : 'yoursHeld';
  const way = ownership.is === 'booked' ? 'openPass' : paying ? 'seePayment' : 'finish';
  return (
    <div className="animate-fade" role="status">
      <Notice
        tone="good"
        action={
          <Button look="outline" size="sm" onClick={onOpen}>
            {courtTexts[way]}
          </Button>
        }
      >
        {courtTexts[words](name)}
      </Notice>
    </div>
  );
}
