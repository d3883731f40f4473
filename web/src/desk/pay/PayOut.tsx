import { useId, useRef, useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { controlClass } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import type { DeskWay, PaymentWay } from '@/desk/api/money';
import { DeskProblem, hasCode } from '@/desk/api/problem';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { useApproval } from '@/desk/approve/use-approval';
import { givenPaise, isWholeRupees } from './amounts';
import { FloatForm } from './FloatForm';
import { takeMoneyTexts } from './texts';
import { usePayOut } from './use-pay-out';
import { focusOnce, holdsFocus } from '@/desk/lib/focus-once';
import { isPressedAgain } from '@/lib/pressed-again';
import { useIsShown } from '@/desk/lib/use-is-shown';

/** A refund that the desk owes. */
export interface Owed {
  id: string;
  way: PaymentWay;
  amount_paise: number;
}

/**
 * Gives a refund back by the way in which it came or by another. `isFirst` is whether it is the next thing to do. `about` is read to
 * screen readers with the buttons where there are several: the player and the game.
 */
export function PayOut({
  venue,
  owed,
  about,
  isFirst = false,
  onDone,
}: {
  venue: number;
  owed: Owed;
  about?: string;
  isFirst?: boolean;
  /** `hasFocus` is whether the form is on the screen, and the focus is not elsewhere. */
  onDone?: (hasFocus: boolean) => void;
}) {
  const root = useRef<HTMLFormElement>(null);
  const online = useOnline();
  const [chosen, setChosen] = useState<DeskWay | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const chooser = useId();
  const way: PaymentWay = chosen ?? owed.way;
  const isOther = chosen !== null && chosen !== owed.way;
  const approval = useApproval({ venue, permission: 'refund.cash', amount_paise: owed.amount_paise });
  const approvalWay = useApprovalWay(approval);
  const isShown = useIsShown();
  const write = usePayOut(venue, owed, {
    onDone: () => onDone?.(holdsFocus(root.current)),
    onRefused: (cause) => {
      approval.onRefused(cause);
      // The panel was closed meanwhile; or a colleague gave the money back, and the form is removed with its message.
      if (!isShown() || hasCode(cause, 'payment_ended')) toastWriteFailure(cause, takeMoneyTexts.giveFailed, messageOf);
    },
  });
  function send() {
    const approved = approval.read(approvalWay);
    if (approved !== 'incomplete') write.mutate({ approval: approved, ...(isOther && { way: chosen }) });
  }
  function close() {
    approval.clear();
    write.reset();
  }
  /** Goes on after the float was counted. The refusal has emptied the approval, so the colleague gives it again. */
  function goOn() {
    if (approval.isNeeded) write.reset();
    else send();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (online) send();
  }
  function choose(next: DeskWay) {
    close();
    setChosen(next);
  }
  const amount = rupees(owed.amount_paise / 100);
  const isRoundedUp = way === 'cash' && !isWholeRupees(owed.amount_paise);
  if (hasCode(write.error, 'shift_needed')) {
    return <FloatForm venue={venue} onOpen={goOn} onClose={() => write.reset()} />;
  }
  return (
    <form ref={root} noValidate onSubmit={submit} className="grid gap-2">
      {write.error !== null && !hasCode(write.error, 'approval_needed') && (
        <Notice tone="warn" tight isLive>
          {writeMessage(write.error, messageOf)}
        </Notice>
      )}
      {approval.isNeeded && (
        <ApprovalFields
          form={approval}
          what={isOther ? takeMoneyTexts.giveWhatBy[chosen](amount) : takeMoneyTexts.giveWhat(amount)}
          onClose={close}
        />
      )}
      <Button
        type="submit"
        variant={isFirst ? 'lime' : 'outline'}
        size={isFirst ? 'md' : 'sm'}
        isBusy={write.isPending}
        disabled={!online}
        onClick={(event) => {
          // The second press of a double click is on the refund that took the place of the first one, perhaps of another player.
          if (isPressedAgain(event)) event.preventDefault();
        }}
      >
        {labelOf(way, rupees(givenPaise(owed.amount_paise, way) / 100))}
        {about !== undefined && <span className="sr-only">{`, ${about}`}</span>}
      </Button>
      {isRoundedUp && <p className="text-small text-quiet">{takeMoneyTexts.roundedUp(amount)}</p>}
      {isChoosing ? (
        <WayField id={chooser} way={way} cameBy={owed.way} onWay={choose} />
      ) : (
        <button
          type="button"
          aria-label={[takeMoneyTexts.otherWayOf(amount), about].filter((text) => text !== undefined).join(', ')}
          onClick={() => setIsChoosing(true)}
          className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
        >
          {takeMoneyTexts.otherWay}
        </button>
      )}
      {!online && <p className="text-small text-warn">{takeMoneyTexts.offline}</p>}
    </form>
  );
}

const WAYS: readonly DeskWay[] = ['cash', 'upi', 'card', 'bank'];

/** Chooses the way by which the money goes back; the one by which it came is first. */
function WayField({
  id,
  way,
  cameBy,
  onWay,
}: {
  id: string;
  way: PaymentWay;
  cameBy: PaymentWay;
  onWay: (way: DeskWay) => void;
}) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {takeMoneyTexts.wayBack}
      </label>
      <select
        ref={focusOnce}
        id={id}
        value={way}
        onChange={(event) => onWay(event.target.value as DeskWay)}
        className={controlClass(undefined)}
      >
        {WAYS.toSorted((a, b) => Number(b === cameBy) - Number(a === cameBy)).map((one) => (
          <option key={one} value={one}>
            {one === cameBy ? takeMoneyTexts.asItCame(takeMoneyTexts.ways[one]) : takeMoneyTexts.ways[one]}
          </option>
        ))}
      </select>
      {way !== cameBy && <p className="text-small text-quiet">{takeMoneyTexts.otherWayNote}</p>}
    </div>
  );
}

function labelOf(way: PaymentWay, amount: string): string {
  if (way === 'cash') return takeMoneyTexts.giveCash(amount);
  if (way === 'card') return takeMoneyTexts.giveCard(amount);
  return way === 'bank' ? takeMoneyTexts.giveBank(amount) : takeMoneyTexts.giveUpi(amount);
}

function messageOf(cause: Error): string {
  const amount = cause instanceof DeskProblem ? cause.body.params?.['amount'] : undefined;
  if (hasCode(cause, 'drawer_short') && amount !== undefined) return takeMoneyTexts.drawerHas(String(amount));
  return failureMessage(cause);
}
