import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { rupees } from '@/lib/money';
import type { Booking } from '@/desk/api/bookings';
import { creditNoteAddress, qrCreditNoteAddress, qrReceiptAddress, receiptAddress } from '@/desk/api/money';
import { openPart } from '@/desk/lib/part-translations';
import type { Paid } from './FirmInvoice';
import { takeMoneyTexts } from './texts';
import { VoidPayment } from './VoidPayment';

const FirmInvoice = lazyPart(async () => (await openPart(() => import('./FirmInvoice'), 'firm')).default);

type CreditNotes = Booking['payments'][number]['credit_notes'];

const NONE: CreditNotes = [];

const classes = 'flex min-h-11 min-w-11 items-center text-small font-semibold underline underline-offset-4';

/** The actions on one payment and its documents. */
export function PaymentActions({
  venue,
  paid,
  amount_paise,
  creditNotes = NONE,
  mayVoid = false,
  mayInvoice,
  onVoided,
}: {
  venue: number;
  paid: Paid;
  amount_paise: number;
  creditNotes?: CreditNotes;
  mayVoid?: boolean;
  mayInvoice: boolean;
  onVoided?: () => void;
}) {
  const [open, setOpen] = useState<'void' | 'firm' | null>(null);
  const root = useRef<HTMLSpanElement>(null);
  const last = useRef<'void' | 'firm' | null>(null);
  useEffect(() => {
    if (open === null && last.current !== null) {
      root.current?.querySelector<HTMLElement>(`[data-opens=${last.current}]`)?.focus({ preventScroll: true });
    }
    last.current = open;
  }, [open]);
  const amount = rupees(amount_paise / 100);
  const close = () => setOpen(null);
  if (open === 'void' && 'payment' in paid) {
    return (
      <VoidPayment
        venue={venue}
        payment={paid.payment}
        amount_paise={amount_paise}
        onVoided={onVoided}
        onClose={close}
      />
    );
  }
  return (
    <>
      {open === 'firm' && (
        <Suspense>
          <FirmInvoice paid={paid} amount_paise={amount_paise} onClose={close} />
        </Suspense>
      )}
      <span ref={root} className="flex flex-wrap gap-x-4">
        <a
          href={'qr' in paid ? qrReceiptAddress(paid.qr) : receiptAddress(paid.payment)}
          target="_blank"
          rel="noreferrer"
          aria-label={takeMoneyTexts.receiptOf(amount)}
          className={classes}
        >
          {takeMoneyTexts.receipt}
        </a>
        {creditNotes.map(({ refund }, index) => (
          <a
            key={refund}
            href={'qr' in paid ? qrCreditNoteAddress(paid.qr, refund) : creditNoteAddress(paid.payment, refund)}
            target="_blank"
            rel="noreferrer"
            className={classes}
          >
            {creditNoteName(creditNotes, index)}
          </a>
        ))}
        {mayInvoice && open === null && (
          <button
            type="button"
            data-opens="firm"
            aria-label={takeMoneyTexts.firmOf(amount)}
            onClick={() => setOpen('firm')}
            className={classes}
          >
            {takeMoneyTexts.firm}
          </button>
        )}
        {mayVoid && open === null && (
          <button
            type="button"
            data-opens="void"
            aria-label={takeMoneyTexts.voidOf(amount)}
            onClick={() => setOpen('void')}
            className={classes}
          >
            {takeMoneyTexts.void}
          </button>
        )}
      </span>
    </>
  );
}

/** The name of a credit note; those of the same amount are numbered, the oldest first. */
function creditNoteName(creditNotes: CreditNotes, index: number): string {
  const amount_paise = creditNotes[index]?.amount_paise ?? 0;
  const isSame = (note: CreditNotes[number]) => note.amount_paise === amount_paise;
  const name = takeMoneyTexts.creditNoteOf(rupees(amount_paise / 100));
  if (creditNotes.filter(isSame).length === 1) return name;
  return `${name} (${creditNotes.slice(0, index + 1).filter(isSame).length})`;
}
