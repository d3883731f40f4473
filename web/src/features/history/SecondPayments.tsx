import type { OrderInfo } from '@/api/order-info';
import { useVenueZone } from '@/api/use-venue-zone';
import { rupees } from '@/lib/money';
import { RefundPart } from './RefundCard';
import { secondPaymentTexts } from './texts';

/** The payments that came when the booking was paid already, each with the progress of its refund. Nothing if there is none. */
export function SecondPayments({ order }: { order: OrderInfo }) {
  const zone = useVenueZone(order.timezone);
  // A pass that was kept by an earlier version of the app has no such list.
  const second = order.second_payments ?? [];
  if (second.length === 0) return null;
  return (
    <section aria-label={secondPaymentTexts.title} className="grid gap-4 rounded-lg border border-line px-4 py-4">
      {second.map(({ paid_amount, refund }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the payments have no ids, and their order does not change
        <div key={at} className="grid gap-4 not-first:border-t not-first:border-line not-first:pt-4">
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-bold">{secondPaymentTexts.title}</span>
            <span className="display figures text-h3">{rupees(paid_amount)}</span>
          </p>
          <p className="-mt-2.5 text-[.9375rem] text-quiet">{secondPaymentTexts.text(rupees(paid_amount))}</p>
          <RefundPart refund={refund} zone={zone} now={Date.parse(order.server_time)} />
        </div>
      ))}
    </section>
  );
}
