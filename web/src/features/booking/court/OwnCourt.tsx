import type { Ownership } from '@/api/own-courts';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { courtTexts } from '../texts';

export interface OwnCourtProps {
  name: string;
  ownership: Ownership;
  onOpen: () => void;
}

/** Says that the player has booked the court or is paying for it, and links there; null for an unpaid hold. */
export function OwnCourt({ name, ownership, onOpen }: OwnCourtProps) {
  const booked = ownership.kind === 'booked';
  // The bar at the lower edge shows an unpaid hold.
  if (!booked && !ownership.court.isBeingPaid) return null;
  return (
    <div className="animate-fade">
      <Notice
        tone="good"
        action={
          <Button variant="outline" size="sm" onClick={onOpen}>
            {booked ? courtTexts.openPass : courtTexts.seePayment}
          </Button>
        }
      >
        {booked ? courtTexts.yoursBooked(name) : courtTexts.yoursPaying(name)}
      </Notice>
    </div>
  );
}
