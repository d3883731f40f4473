import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Price } from '@/ui/Price';
import { StickyAction } from '@/ui/StickyAction';
import { courtTexts } from '../texts';
import { WaitingNote } from '../WaitingNote';
import type { VenueCourt } from './court-groups';

export interface CourtActionProps {
  chosen: VenueCourt | undefined;
  /** The court that the address names, if the player holds or has booked it; `label` is that of the button. */
  own?: { name: string; state: string; label: string } | undefined;
  isBusy: boolean;
  /** The outcome of the hold is unknown and being looked up. */
  isFinding: boolean;
  onContinue: () => void;
  disabled?: boolean;
  variant: 'lime' | 'deep';
  /** With the choice and its price above, fixed to the lower edge; hidden on large screens. */
  sticky?: boolean;
  /** Minutes of play, once they are known. */
  playMinutes?: number | undefined;
}

/** The step's main action. It is enabled without a chosen court, too: then it shows what is missing (spec §5). */
export function CourtAction({
  chosen,
  own,
  isBusy,
  isFinding,
  onContinue,
  disabled = false,
  variant,
  sticky = false,
  playMinutes,
}: CourtActionProps) {
  const players = playMinutes === undefined ? courtTexts.upTo4Players : courtTexts.playersAndMinutes(playMinutes);
  const button = (
    <>
      <Button variant={variant} wide isBusy={isBusy} disabled={disabled} onClick={onContinue}>
        {chosen ? (
          <>
            {/* Screen readers announce "Continue:" before the label of the button. */}
            <span className="sr-only">{courtTexts.continueTo}</span>{' '}
            {courtTexts.hold(chosen.name, rupees(chosen.price))}
          </>
        ) : own ? (
          <>
            <span className="sr-only">{courtTexts.continueTo}</span> {own.label}
          </>
        ) : (
          courtTexts.continue
        )}
      </Button>
      {(isBusy || isFinding) && (
        <div className="mt-3 text-center text-small text-quiet">
          {isFinding ? <p role="status">{courtTexts.finding}</p> : <WaitingNote meanwhile={courtTexts.holding} />}
        </div>
      )}
    </>
  );
  if (!sticky) return button;
  return (
    <div className="lg:hidden">
      <StickyAction
        summary={
          <div className="flex items-end justify-between gap-4">
            <p>
              <b>{chosen?.name ?? own?.name ?? courtTexts.noCourtYet}</b>
              {chosen && ` · ${courtTexts.type[chosen.type]}`}
              <span className="block text-small text-quiet">
                {chosen ? players : (own?.state ?? courtTexts.tapOne)}
              </span>
            </p>
            {chosen && <Price amount={chosen.price} size="big" />}
          </div>
        }
      >
        {button}
      </StickyAction>
    </div>
  );
}
