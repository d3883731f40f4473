import { useAppConfig } from '@/api/app-config';
import { dateTimeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { Notice } from '@/ui/Notice';
import type { OpenOrder } from '../open-order';
import { confirmTexts } from '../texts';

export interface CancelNoteProps {
  order: Pick<OpenOrder, 'cancelBefore' | 'cancelEndsAt' | 'timezone' | 'bankCharge'>;
  /** What is to be paid, in rupees. */
  total: number;
  /** Paying online is offered too: then the charge of a cancellation is named. */
  offersOnline?: boolean;
}

/**
 * Until when the booking can be cancelled, by the policy stored with the order and in the venue's zone; a warning if
 * that moment has passed. The server decides.
 */
export function CancelNote({ order, total, offersOnline = false }: CancelNoteProps) {
  const zone = useAppConfig()?.timezone;
  const left = useSecondsLeft(order.cancelEndsAt);
  const timezone = order.timezone ?? zone;
  if (order.cancelBefore === '' || timezone === undefined) return null;
  if (left === 0) {
    return (
      <div className="pt-1 text-left">
        <Notice tone="warn" tight>
          {confirmTexts.cancelOver}
        </Notice>
      </div>
    );
  }
  // No more is kept than was paid.
  const charge = Math.min(order.bankCharge, total);
  const kept = offersOnline && charge > 0 ? ` ${confirmTexts.cancelCharge(rupees(charge))}` : '';
  return (
    <p className="figures">
      {confirmTexts.cancelUntil(dateTimeText(order.cancelBefore, timezone))}
      {kept}
    </p>
  );
}
