import { ArrowUpRight, Download } from 'lucide-react';
import { useRef } from 'react';
import { useAppConfig } from '@/api/app-config';
import { courtName } from '@/lib/court-name';
import { longDay, timeRange } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useSingleFlight } from '@/lib/use-single-flight';
import { Button } from '@/ui/Button';
import { Pass } from '@/ui/Pass';
import { Price } from '@/ui/Price';
import type { OrderInfo } from '@/api/order-info';
import { courtTexts, passTexts } from '../texts';
import { savePass } from './save-pass';

export interface OrderPassProps {
  order: OrderInfo;
  /** It has just been booked: the pass slides in, once. */
  arriving?: boolean;
}

/** The 'your booking' pass with its two buttons: SAVE and Route Me (spec §2). */
export function OrderPass({ order, arriving = false }: OrderPassProps) {
  const config = useAppConfig();
  const ticket = useRef<HTMLDivElement>(null);
  const [save, saving] = useSingleFlight(async () => {
    if (!ticket.current) return;
    try {
      await savePass(ticket.current);
      toast.success(passTexts.saved);
    } catch {
      toast.error(passTexts.saveFailed);
    }
  });
  const type = order.court_type === 'INDOOR' ? ('indoor' as const) : ('outdoor' as const);
  const stamps: Readonly<Record<string, string>> = passTexts.stamp;
  const stamp = stamps[order.status];
  const map = order.location_link ?? config?.brand.default_map_url;

  return (
    <div className="mx-auto w-full max-w-105">
      <Pass
        ref={ticket}
        eyebrow={passTexts.yourBooking}
        court={courtName(order.court_number)}
        number={/\d+/.exec(order.court_number)?.[0]}
        courtType={type}
        courtTypeName={courtTexts.type[type]}
        arriving={arriving}
        stamp={stamp}
        facts={[
          { label: passTexts.date, value: longDay(order.date) },
          { label: passTexts.time, value: timeRange(order.time, order.play_minutes) },
          { label: passTexts.location, value: order.venue, more: order.long_location, wide: true },
          { label: passTexts.name, value: order.name },
          {
            // Nothing is owed for what is not booked any more.
            label:
              order.payment_status === 'paid'
                ? passTexts.paid
                : stamp === undefined
                  ? passTexts.toPay
                  : passTexts.total,
            value: <Price amount={order.total_amount} was={order.price} wasLabel={passTexts.insteadOf} />,
          },
        ]}
        orderLabel={passTexts.order}
        order={`#${order.orderid}`}
        orderHint={stamp === undefined ? passTexts.tagline : undefined}
      />
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button
          look="lime"
          busy={saving}
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => void save()}
        >
          {passTexts.save}
        </Button>
        {map !== undefined && (
          <Button
            look="outline"
            render={
              <a href={map} target="_blank" rel="noreferrer">
                {passTexts.route}
              </a>
            }
          >
            {passTexts.route}
            <ArrowUpRight aria-hidden="true" className="ml-1.5 inline size-5 align-[-.2em]" />
            <span className="sr-only"> ({passTexts.routeHint})</span>
          </Button>
        )}
      </div>
    </div>
  );
}
