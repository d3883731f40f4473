import { RotateCcw } from 'lucide-react';
import { dayAndMonth } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { againTexts } from '../texts';
import { type BookedSlot, useBookAgain } from './use-book-again';

export interface BookAgainProps {
  slot: BookedSlot;
  /** Whose courts they are, for those who hear the button only. */
  venue: string;
  /** A button among others, or in lists one without a frame. */
  look: 'outline' | 'plain';
}

/** One tap to the same venue and hour next week; when that is not to be had, says so and offers what comes nearest. */
export function BookAgain({ slot, venue, look }: BookAgainProps) {
  const { looking, refusal, bookAgain, take, otherHours, close } = useBookAgain(slot);
  return (
    <>
      <Button
        size="sm"
        look={look === 'plain' ? 'ghost' : 'outline'}
        className={look === 'plain' ? 'px-2' : ''}
        busy={looking}
        icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
        onClick={() => void bookAgain()}
      >
        {againTexts.again}
        {look === 'plain' && <span className="sr-only"> {againTexts.which(venue, slot.time)}</span>}
      </Button>
      {refusal && (
        <Dialog
          open
          size="sm"
          onClose={close}
          title={refusal.is === 'taken' ? againTexts.takenTitle : againTexts.tooFarTitle}
          closeLabel={againTexts.close}
          footer={
            <div className="grid gap-2.5">
              {refusal.nearest && (
                <Button look="lime" wide busy={looking} onClick={() => refusal.nearest && void take(refusal.nearest)}>
                  {againTexts.take(dayAndMonth(refusal.nearest.date), refusal.nearest.time)}
                </Button>
              )}
              <Button look="outline" size="md" wide onClick={otherHours}>
                {againTexts.otherHours}
              </Button>
            </div>
          }
        >
          <p>
            {(refusal.is === 'taken' ? againTexts.taken : againTexts.tooFar)(
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
