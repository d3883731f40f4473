import { Link } from '@tanstack/react-router';
import type { HeldCourt } from '@/api/own-courts';
import { courtName } from '@/lib/court-name';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { EmptyState } from '@/ui/EmptyState';
import type { OpenOrder } from '../open-order';
import { confirmTexts } from '../texts';
import type { HoldEnd } from './hold-end';

const titles = {
  expired: 'expiredTitle',
  closed: 'closedTitle',
  released: 'releasedTitle',
  taken: 'takenTitle',
  replaced: 'releasedTitle',
} as const;

export interface HoldEndedProps {
  end: HoldEnd;
  order: OpenOrder;
  /** The number painted on the court; undefined if it is not known. */
  courtNumber: number | string | undefined;
  /** The court that the player now holds in its place. */
  instead: HeldCourt | null;
  isBusy: boolean;
  onHoldAgain: () => void;
  onPickAnother: () => void;
}

/** Says how the hold has ended, with what the player can do next. */
export function HoldEnded({ end, order, courtNumber, instead, isBusy, onHoldAgain, onPickAnother }: HoldEndedProps) {
  const isGone = end === 'taken' || end === 'closed';
  return (
    <div role="alert">
      <EmptyState
        art={<CourtDrawing number={courtNumber} type={order.courtType} state="taken" className="w-20 rotate-8" />}
        title={confirmTexts[titles[end]]}
        text={confirmTexts[end](courtName(order.court))}
        action={
          <div className="mt-2 grid w-full gap-3 sm:grid-cols-2">
            {instead !== null && (
              <Button variant="lime" render={<Link {...paths.heldCourt(instead)} replace />}>
                {confirmTexts.finishOther(courtName(instead.court))}
              </Button>
            )}
            {instead === null && !isGone && (
              <Button variant="lime" isBusy={isBusy} onClick={onHoldAgain}>
                {confirmTexts.holdAgain}
              </Button>
            )}
            <Button variant={isGone && instead === null ? 'lime' : 'outline'} disabled={isBusy} onClick={onPickAnother}>
              {confirmTexts.pickAnother}
            </Button>
          </div>
        }
      />
    </div>
  );
}
