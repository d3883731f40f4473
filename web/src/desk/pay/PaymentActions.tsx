import { useEffect, useRef, useState } from 'react';
import { rupees } from '@/lib/money';
import { receiptAddress } from '@/desk/api/money';
import { takeMoneyTexts } from './texts';
import { VoidPayment } from './VoidPayment';

const face = 'flex min-h-11 items-center text-small font-semibold underline underline-offset-4';

/** The receipt of a payment, and the way to void it. */
export function PaymentActions({
  venue,
  payment,
  amount_paise,
  mayVoid,
  onVoided,
}: {
  venue: number;
  payment: string;
  amount_paise: number;
  mayVoid: boolean;
  onVoided?: () => void;
}) {
  const [isVoiding, setIsVoiding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isVoiding && wasOpen.current) opener.current?.focus({ preventScroll: true });
    wasOpen.current = isVoiding;
  }, [isVoiding]);
  const amount = rupees(amount_paise / 100);
  if (isVoiding) {
    return (
      <VoidPayment
        venue={venue}
        payment={payment}
        amount_paise={amount_paise}
        onVoided={onVoided}
        onClose={() => setIsVoiding(false)}
      />
    );
  }
  return (
    <span className="flex gap-4">
      <a
        href={receiptAddress(payment)}
        target="_blank"
        rel="noreferrer"
        aria-label={takeMoneyTexts.receiptOf(amount)}
        className={face}
      >
        {takeMoneyTexts.receipt}
      </a>
      {mayVoid && (
        <button
          ref={opener}
          type="button"
          aria-label={takeMoneyTexts.voidOf(amount)}
          onClick={() => setIsVoiding(true)}
          className={face}
        >
          {takeMoneyTexts.void}
        </button>
      )}
    </span>
  );
}
