import { useAppConfig } from '@/api/app-config';
import { momentText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { Notice } from '@/ui/Notice';
import type { OpenOrder } from '../open-order';
import { confirmTexts } from '../texts';

export interface CancelNoteProps {
  order: Pick<OpenOrder, 'cancelBefore' | 'cancelEndsAt' | 'timezone' | 'bankCharge'>;
  /** Paying online is offered too: then cancelling may cost something. */
  online?: boolean;
}

/**
 * Beside a button that pays: until when the booking can be cancelled, by the policy kept with the order and in the
 * venue's own zone; a warning once that is over. The server decides.
 */
export function CancelNote({ order, online = false }: CancelNoteProps) {
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
  const kept = online && order.bankCharge > 0 ? ` ${confirmTexts.cancelCharge(rupees(order.bankCharge))}` : '';
  return (
    <p className="figures">
      {confirmTexts.cancelUntil(momentText(order.cancelBefore, timezone))}
      {kept}
    </p>
  );
}
