import type { FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import type { PaymentWay } from '@/desk/api/money';
import { DeskProblem, hasCode } from '@/desk/api/problem';
import { ApprovalFields, useIsPin } from '@/desk/approve/ApprovalFields';
import { useApproval } from '@/desk/approve/use-approval';
import { FloatForm } from './FloatForm';
import { takeMoneyTexts } from './texts';
import { usePayOut } from './use-void';

/** A refund that the desk owes. */
export interface Owed {
  id: string;
  way: PaymentWay;
  amount_paise: number;
}

/** Gives one refund back by the way in which it was taken. `isFirst`: it is what is to be done next. */
export function PayOut({
  venue,
  owed,
  isFirst = false,
  onDone,
}: {
  venue: number;
  owed: Owed;
  isFirst?: boolean;
  onDone?: () => void;
}) {
  const online = useOnline();
  const approval = useApproval({ venue, permission: 'refund.cash', amount_paise: owed.amount_paise });
  const isPin = useIsPin(approval);
  const write = usePayOut(owed.id, owed.amount_paise, { onDone, onRefused: approval.onRefused });
  function send() {
    const approved = approval.read(isPin);
    if (approved !== 'incomplete') write.mutate({ approval: approved });
  }
  function close() {
    approval.clear();
    write.reset();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (online) send();
  }
  if (hasCode(write.error, 'shift_needed')) {
    return <FloatForm venue={venue} onOpen={send} onClose={() => write.reset()} />;
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      {write.error !== null && !hasCode(write.error, 'approval_needed') && (
        <Notice tone="warn" tight live>
          {messageOf(write.error)}
        </Notice>
      )}
      {approval.isNeeded && (
        <ApprovalFields
          form={approval}
          what={takeMoneyTexts.giveWhat(rupees(owed.amount_paise / 100))}
          onClose={close}
        />
      )}
      <Button
        type="submit"
        variant={isFirst ? 'lime' : 'outline'}
        size={isFirst ? 'md' : 'sm'}
        busy={write.isPending}
        disabled={!online}
      >
        {labelOf(owed)}
      </Button>
      {!online && <p className="text-small text-warn">{takeMoneyTexts.offline}</p>}
    </form>
  );
}

function labelOf({ way, amount_paise }: Owed): string {
  const amount = rupees(amount_paise / 100);
  if (way === 'cash') return takeMoneyTexts.giveCash(amount);
  if (way === 'card') return takeMoneyTexts.giveCard(amount);
  return way === 'bank' ? takeMoneyTexts.giveBank(amount) : takeMoneyTexts.giveUpi(amount);
}

function messageOf(cause: Error): string {
  const amount = cause instanceof DeskProblem ? cause.body.params?.['amount'] : undefined;
  if (hasCode(cause, 'drawer_short') && amount !== undefined) return takeMoneyTexts.drawerHas(String(amount));
  return failureMessage(cause);
}
