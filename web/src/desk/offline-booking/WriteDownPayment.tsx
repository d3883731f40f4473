import { useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useStore } from '@/lib/store';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import type { BoardBooking } from '@/desk/api/board';
import type { Me } from '@/desk/api/me';
import type { Tender } from '@/desk/api/money';
import { KeyHint } from '@/desk/booking/KeyHint';
import { isPaymentLost, lostPayments } from '@/desk/pay/lost-payments';
import { Tenders } from '@/desk/pay/Tenders';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { entryLabel } from '@/desk/lib/place-text';
import { roundOff } from '@/desk/lib/round-off';
import { LONGEST_SHORT_TEXT } from '@/desk/lib/short-text';
import { writeDown } from '@/desk/offline/write-down';

/** Writes down that the player paid everything that is due by the data on this device. */
export function WriteDownPayment({
  me,
  venue,
  booking,
  court,
  onWritten,
}: {
  me: Me;
  venue: number;
  booking: Pick<BoardBooking, 'order' | 'version' | 'name' | 'minute' | 'due_paise'>;
  court: string;
  onWritten?: () => void;
}) {
  const [tender, setTender] = useState<Tender>('cash');
  const [reference, setReference] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isLost = isPaymentLost(useStore(lostPayments), booking);
  if (isLost) {
    return (
      <Notice tone="warn" tight isLive>
        {deskOfflineTexts.lost}
      </Notice>
    );
  }
  const chosen = tender === 'bank' ? 'cash' : tender;
  const isCash = chosen === 'cash';
  const taken = booking.due_paise - (isCash ? roundOff(booking.due_paise) : 0);
  // The server takes no cash of less than a rupee.
  const isTooLittle = taken === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || isTooLittle) return;
    setIsBusy(true);
    const typed = reference.trim();
    const fact = await writeDown(me, {
      venue,
      order: booking.order,
      label: entryLabel({ name: booking.name, court, minute: booking.minute }),
      what: {
        kind: 'payment',
        order: booking.order,
        tender: chosen,
        amount_paise: booking.due_paise,
        reference: isCash || typed === '' ? null : typed,
      },
    });
    setIsBusy(false);
    if (fact === undefined) return;
    toast.success(deskOfflineTexts.taken(rupees(taken / 100)));
    onWritten?.();
  }
  return (
    <form noValidate aria-busy={isBusy || undefined} onSubmit={(event) => void submit(event)} className="grid gap-2.5">
      <Tenders tender={chosen} withBank={false} onTender={setTender} />
      {!isCash && (
        <TextField
          label={deskOfflineTexts.reference}
          autoComplete="off"
          maxLength={LONGEST_SHORT_TEXT}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
        />
      )}
      {isTooLittle && (
        <p role="alert" className="text-small font-semibold text-bad">
          {takeMoneyTexts.belowRupee}
        </p>
      )}
      <Button
        type="submit"
        variant="lime"
        size="md"
        aria-keyshortcuts="Enter"
        isBusy={isBusy}
        disabled={isTooLittle}
        className="min-h-14"
      >
        {deskOfflineTexts.take[chosen](rupees(taken / 100))}
        <KeyHint>{'↵'}</KeyHint>
      </Button>
    </form>
  );
}
