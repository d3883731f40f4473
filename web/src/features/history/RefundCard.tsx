import { Check, Phone, X } from 'lucide-react';
import { useAppConfig } from '@/api/app-config';
import type { OrderInfo } from '@/api/order-info';
import { useVenueZone } from '@/api/use-venue-zone';
import { roundToPaise, rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { keptAmount } from './kept-amount';
import { refundsOf, refundSteps, refundText, type Refund, type RefundStep } from './refund-steps';
import { refundTexts } from './texts';

const dots: Record<RefundStep['state'], string> = {
  done: 'border-transparent bg-good text-card',
  ahead: 'border-edge bg-card',
  failed: 'border-transparent bg-bad text-card',
};

/** The refund of an order with its parts. Nothing if nothing goes back. */
export function RefundCard({ order }: { order: OrderInfo }) {
  const zone = useVenueZone(order.timezone);
  const refunds = refundsOf(order);
  const kept = keptText(order);
  if (refunds.length === 0) return null;
  return (
    <section aria-label={refundTexts.title} className="grid gap-4 rounded-lg border border-line px-4 py-4">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-bold">{refundTexts.title}</span>
        <span className="display figures text-h3">
          {rupees(roundToPaise(refunds.reduce((total, { amount }) => total + amount, 0)))}
        </span>
      </p>
      {refunds.map((refund, at) => (
        <RefundPart
          // oxlint-disable-next-line react/no-array-index-key -- the parts have no ids, and their order does not change
          key={at}
          refund={refund}
          zone={zone}
          now={Date.parse(order.server_time)}
        />
      ))}
      {kept !== null && <p className="-mt-2.5 text-[.9375rem] text-quiet">{kept}</p>}
    </section>
  );
}

/** A part of the money and its progress. */
export function RefundPart({ refund, zone, now }: { refund: Refund; zone: string; now: number }) {
  const phone = useAppConfig()?.brand.phone;
  return (
    <div className="grid gap-4 not-first-of-type:border-t not-first-of-type:border-line not-first-of-type:pt-4">
      <ol className="-mx-2 grid auto-cols-fr grid-flow-col">
        {refundSteps(refund, zone, now).map((step, at) => (
          <Step key={step.name} step={step} first={at === 0} />
        ))}
      </ol>
      <p role="status" className="text-[.9375rem]">
        {refundText(refund, zone, now)}
      </p>
      {refund.status === 'failed' && phone && (
        <Button
          size="sm"
          variant="outline"
          icon={<Phone aria-hidden="true" className="size-5" />}
          // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
          render={<a href={`tel:${phone}`} />}
        >
          {refundTexts.call}
        </Button>
      )}
    </div>
  );
}

/**
 * What does not come back, in a sentence; null if nothing is kept, or the order was not cancelled. A player who cancels
 * loses the bank charge; the front desk may keep more.
 */
function keptText(order: OrderInfo): string | null {
  const { cancelled_by, bank_charge } = order;
  const kept = keptAmount(order);
  if (kept <= 0 || !cancelled_by) return null;
  const isBankCharge = cancelled_by === 'player' || (cancelled_by === 'desk' && kept === bank_charge);
  return isBankCharge ? refundTexts.kept(rupees(kept)) : refundTexts.keptByDesk(rupees(kept));
}

/** A dot on the line, its name and its day. */
function Step({ step, first }: { step: RefundStep; first: boolean }) {
  const reached = step.state !== 'ahead';
  return (
    <li className="grid content-start justify-items-center gap-1.5 text-center">
      <span className="relative grid w-full justify-items-center">
        {!first && (
          <span
            aria-hidden="true"
            className={`absolute top-1/2 right-[calc(50%+0.8125rem)] left-[calc(-50%+0.8125rem)] h-0.5 -translate-y-1/2 ${reached ? 'bg-good' : 'bg-line'}`}
          />
        )}
        <span
          aria-hidden="true"
          className={`relative grid size-6.5 place-items-center rounded-full border-2 ${dots[step.state]}`}
        >
          {step.state === 'done' && <Check className="size-3.5" strokeWidth={3.5} />}
          {step.state === 'failed' && <X className="size-3.5" strokeWidth={3.5} />}
        </span>
      </span>
      <span className={`text-small leading-tight ${reached ? 'font-bold' : 'font-semibold text-quiet'}`}>
        {step.name}
        {step.state === 'done' && <span className="sr-only">{refundTexts.done}</span>}
      </span>
      {step.day !== null && <span className="figures text-tiny text-quiet">{step.day}</span>}
    </li>
  );
}
