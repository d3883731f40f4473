import { courtName } from '@/lib/court-name';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { EmptyState } from '@/ui/EmptyState';
import type { OpenOrder } from '../open-order';
import { confirmTexts } from '../texts';

/** How a hold came to its end. */
export type HoldEnd = 'expired' | 'released' | 'taken';

const titles = { expired: 'expiredTitle', released: 'releasedTitle', taken: 'takenTitle' } as const;

export interface HoldEndedProps {
  end: HoldEnd;
  order: OpenOrder;
  number: number | string | undefined;
  busy: boolean;
  onHoldAgain: () => void;
  onPickAnother: () => void;
}

/** The hold is over: said kindly, with both ways on. */
export function HoldEnded({ end, order, number, busy, onHoldAgain, onPickAnother }: HoldEndedProps) {
  return (
    <div role="alert">
      <EmptyState
        art={<CourtDrawing number={number} type={order.courtType} state="taken" className="w-20 rotate-8" />}
        title={confirmTexts[titles[end]]}
        text={confirmTexts[end](courtName(order.court))}
        action={
          <div className="mt-2 grid w-full gap-3 sm:grid-cols-2">
            {end !== 'taken' && (
              <Button look="lime" busy={busy} onClick={onHoldAgain}>
                {confirmTexts.holdAgain}
              </Button>
            )}
            <Button look={end === 'taken' ? 'lime' : 'outline'} disabled={busy} onClick={onPickAnother}>
              {confirmTexts.pickAnother}
            </Button>
          </div>
        }
      />
    </div>
  );
}
