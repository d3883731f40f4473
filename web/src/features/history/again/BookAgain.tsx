import { RotateCcw } from 'lucide-react';
import { dayAndMonth } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { againTexts } from '../texts';
import { type BookedSlot, useBookAgain } from './use-book-again';

export interface BookAgainProps {
  slot: BookedSlot;
  /** The venue's name. */
  venue: string;
  /** Outlined, or without a frame in lists. */
  variant: 'outline' | 'plain';
}

/**
 * One tap leads to the same venue, weekday and hour, a week after the booking or later; if that hour is unavailable, a
 * window says so.
 */
export function BookAgain({ slot, venue, variant }: BookAgainProps) {
  const { isBusy, refusal, bookAgain, take, otherHours, close } = useBookAgain(slot);
  return (
    <>
      <Button
        size="sm"
        variant={variant === 'plain' ? 'ghost' : 'outline'}
        className={variant === 'plain' ? 'px-2' : ''}
        isBusy={isBusy}
        icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
        onClick={bookAgain}
      >
        {againTexts.again}
        {variant === 'plain' && <span className="sr-only"> {againTexts.which(venue, slot.time)}</span>}
      </Button>
      {refusal && (
        <Dialog
          open
          size="sm"
          onClose={close}
          title={refusal.kind === 'taken' ? againTexts.takenTitle : againTexts.tooFarTitle}
          closeLabel={againTexts.close}
          footer={
            <div className="grid gap-2.5">
              {refusal.nearest && (
                <Button variant="lime" wide isBusy={isBusy} onClick={() => refusal.nearest && take(refusal.nearest)}>
                  {againTexts.take(dayAndMonth(refusal.nearest.date), refusal.nearest.time)}
                </Button>
              )}
              <Button variant="outline" size="md" wide onClick={otherHours}>
                {againTexts.otherHours}
              </Button>
            </div>
          }
        >
          <p>
            {(refusal.kind === 'taken' ? againTexts.taken : againTexts.tooFar)(
              venue,
              dayAndMonth(refusal.hour.date),
              refusal.hour.time,
            )}
          </p>
          {refusal.nearest && <p className="mt-2 text-quiet">{againTexts.nearest}</p>}
        </Dialog>
      )}
    </>
  );
}
