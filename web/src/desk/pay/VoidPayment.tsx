import { useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { hasCode } from '@/desk/api/problem';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { useApproval } from '@/desk/approve/use-approval';
import { FloatForm } from './FloatForm';
import { takeMoneyTexts } from './texts';
import { useVoid } from './use-void';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { focusOnce } from '@/desk/lib/focus-once';
import { isTooLong } from '@/desk/lib/short-text';
import { useIsShown } from '@/desk/lib/use-is-shown';

/** Asks why a payment is voided, and voids it. */
export function VoidPayment({
  venue,
  payment,
  amount_paise,
  onVoided,
  onClose,
}: {
  venue: number;
  payment: string;
  amount_paise: number;
  onVoided?: (() => void) | undefined;
  onClose: () => void;
}) {
  const online = useOnline();
  const [reason, setReason] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const approval = useApproval({ venue, permission: 'payment.void', amount_paise });
  const way = useApprovalWay(approval);
  const isShown = useIsShown();
  const write = useVoid(payment, amount_paise, {
    onRefused: (cause) => {
      approval.onRefused(cause);
      // The form was closed meanwhile; or the payment has ended: if a colleague voided it, the form is removed with its
      // message.
      if (!isShown() || hasCode(cause, 'payment_ended')) toastWriteFailure(cause, takeMoneyTexts.voidFailed);
    },
    onDone: () => {
      onVoided?.();
      // If this form was closed meanwhile, another one may be open in its place.
      if (isShown()) onClose();
    },
  });
  const text = reason.trim();
  const error = errorOf(text);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && error === undefined) send();
  }
  function send() {
    const approved = approval.read(way);
    if (approved !== 'incomplete') write.mutate({ reason: text, approval: approved });
  }
  /** Goes on after the float was counted. The refusal has emptied the approval, so the colleague gives it again. */
  function goOn() {
    if (approval.isNeeded) write.reset();
    else send();
  }
  if (hasCode(write.error, 'shift_needed')) {
    return <FloatForm venue={venue} onOpen={goOn} onClose={() => write.reset()} />;
  }
  const amount = rupees(amount_paise / 100);
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDownCapture={closeOnEscape(onClose)}
      aria-label={takeMoneyTexts.voidOf(amount)}
      className="grid gap-2.5 py-2"
    >
      <TextField
        ref={focusOnce}
        label={takeMoneyTexts.voidWhy}
        error={wasTried ? error : undefined}
        autoComplete="off"
        enterKeyHint="go"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {write.error !== null && !(approval.isNeeded && hasCode(write.error, 'void_beyond_role')) && (
        <Notice tone="warn" tight isLive>
          {writeMessage(write.error)}
        </Notice>
      )}
      {approval.isNeeded && <ApprovalFields form={approval} what={takeMoneyTexts.voidWhat(amount)} onClose={onClose} />}
      {!online && <p className="text-small text-warn">{takeMoneyTexts.offline}</p>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="danger" size="sm" isBusy={write.isPending} disabled={!online} className="flex-1">
          {takeMoneyTexts.voidNow(amount)}
        </Button>
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
          {takeMoneyTexts.voidKeep}
        </Button>
      </div>
    </form>
  );
}

function errorOf(reason: string): string | undefined {
  if (reason === '') return takeMoneyTexts.voidMissing;
  return isTooLong(reason) ? takeMoneyTexts.tooLong : undefined;
}
