import { useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { MONEY_WRITE, type FirmInvoice as Issued, type FirmRequest } from '@/desk/api/money';
import { useWrite } from '@/desk/api/use-write';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { firmOf, NO_FIRM } from './firm';
import { FirmFields } from './FirmFields';
import { firmTexts } from './firm-texts';
import { takeMoneyTexts } from './texts';
import { useRereadMoney } from '@/desk/api/use-reread-money';

/** A payment with a receipt: one that a clerk took, by its id, or one by the payment provider, by the number of its bill. */
export type Paid = { payment: string } | { qr: string };

/** Asks for a firm, and replaces the receipt of a payment with one that is made out to it. */
export default function FirmInvoice({
  paid,
  amount_paise,
  onClose,
}: {
  paid: Paid;
  amount_paise: number;
  onClose: () => void;
}) {
  const online = useOnline();
  const [typed, setTyped] = useState(NO_FIRM);
  const [wasTried, setWasTried] = useState(false);
  const reread = useRereadMoney();
  const isShown = useIsShown();
  const write = useWrite<Issued, FirmRequest>({
    mutationKey: MONEY_WRITE,
    write: (body, key) =>
      'qr' in paid
        ? call('post', '/api/desk/qrs/{qr}/invoice', { params: { qr: paid.qr }, body, key })
        : call('post', '/api/desk/payments/{payment}/invoice', { params: { payment: paid.payment }, body, key }),
    onSuccess: ({ receipt, credit_note }) => {
      toast.success(firmTexts.issued(receipt, credit_note));
      // If this form was closed meanwhile, another one may be open in its place.
      if (isShown()) onClose();
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, firmTexts.failed);
    },
    onSettled: reread,
  });

  const failure = write.error === null ? null : writeFailure(write.error, firmTexts.failed);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    const firm = firmOf(typed);
    if (online && firm !== null) write.mutate(firm);
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDownCapture={closeOnEscape(onClose)}
      aria-label={firmTexts.title(rupees(amount_paise / 100))}
      className="grid gap-2.5 py-2"
    >
      <p className="text-small text-quiet">{firmTexts.what}</p>
      <FirmFields typed={typed} wasTried={wasTried} onTyped={setTyped} focusFirst />
      {failure !== null && (
        <Notice tone="warn" tight isLive title={failure.title}>
          {failure.message}
        </Notice>
      )}
      {!online && <p className="text-small text-warn">{takeMoneyTexts.offline}</p>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="deep" size="sm" isBusy={write.isPending} disabled={!online} className="flex-1">
          {firmTexts.issue}
        </Button>
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
          {firmTexts.keep}
        </Button>
      </div>
    </form>
  );
}
