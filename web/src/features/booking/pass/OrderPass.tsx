import type { Ref } from 'react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { longDay, timeRange } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Notice } from '@/ui/Notice';
import { Pass } from '@/ui/Pass';
import { Price } from '@/ui/Price';
import type { OrderInfo } from '@/api/order-info';
import { courtTexts } from '../texts';
import { passTexts } from './texts';
import { PassCode } from './PassCode';

export interface OrderPassProps {
  order: OrderInfo;
  /** The pass slides in, once. */
  slidesIn?: boolean;
  /** The element of the pass. */
  passRef: Ref<HTMLDivElement>;
}

/** The stamp of a pass whose order is not booked or was cancelled; undefined for any other. */
export function stampOf({ status }: Pick<OrderInfo, 'status'>): string | undefined {
  const stamps: Readonly<Record<string, string>> = passTexts.stamp;
  return stamps[status];
}

/** What is paid and what is to be paid. Nothing is due for an order that is not booked. */
function amounts(order: OrderInfo, isOver: boolean) {
  const total = <Price amount={order.total_amount} was={order.price} wasLabel={passTexts.insteadOf} />;
  if (order.payment_status === 'paid') return [{ label: passTexts.paid, value: total }];
  // A pass that was kept by an earlier version of the app does not say what is due.
  const due = order.due_amount ?? order.total_amount;
  if (isOver || due === order.total_amount) {
    return [{ label: isOver ? passTexts.total : passTexts.toPay, value: total }];
  }
  return [
    { label: passTexts.paid, value: rupees(order.paid_amount) },
    { label: passTexts.toPay, value: rupees(due) },
  ];
}

/** The 'your booking' pass with its code (spec §2). */
export function OrderPass({ order, slidesIn = false, passRef }: OrderPassProps) {
  const type = courtKind(order.court_type);
  const stamp = stampOf(order);
  const code = order.pass_code;

  return (
    <div className="mx-auto w-full max-w-105">
      {order.moved_from && stamp === undefined && (
        <div className="mb-4">
          <Notice title={passTexts.moved(courtName(order.court_number))}>
            {passTexts.movedWhy(courtName(order.moved_from))}
          </Notice>
        </div>
      )}
      <Pass
        ref={passRef}
        eyebrow={passTexts.yourBooking}
        court={courtName(order.court_number)}
        number={/\d+/.exec(order.court_number)?.[0]}
        courtType={type}
        courtTypeName={courtTexts.type[type]}
        slidesIn={slidesIn}
        stamp={stamp}
        facts={[
          { label: passTexts.date, value: longDay(order.date) },
          { label: passTexts.time, value: timeRange(order.time, order.play_minutes) },
          { label: passTexts.location, value: order.venue, more: order.long_location, wide: true },
          { label: passTexts.name, value: order.name },
          ...amounts(order, stamp !== undefined),
        ]}
        code={code ? <PassCode orderid={order.orderid} text={code} /> : undefined}
        orderLabel={passTexts.order}
        order={`#${order.orderid}`}
        orderHint={code ? passTexts.showAtDesk : undefined}
        footnote={stamp === undefined ? passTexts.tagline : undefined}
      />
    </div>
  );
}
