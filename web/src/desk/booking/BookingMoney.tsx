import type { ReactNode } from 'react';
import { rupees } from '@/lib/money';
import type { Booking } from '@/desk/api/bookings';
import { momentIn } from './moment-in';
import { panelTexts } from './texts';

/** Shows the price, the money paid, given back and owed to the player, and the amount that is due, paid or kept. */
export function BookingMoney({
  booking,
  zone,
  actions,
}: {
  booking: Booking;
  zone: string;
  actions: (payment: Booking['payments'][number]) => ReactNode;
}) {
  const minus = (paise: number) => `− ${rupees(paise / 100)}`;
  const isDue = booking.due_paise > 0;
  const given = booking.returned_paise - booking.to_return_paise;
  // Nothing can be kept of a booking that was not paid. The server says null if it is not known (yet) what is kept.
  const kept = booking.paid_paise > 0 ? booking.kept_paise : null;
  // What is kept is the rest of what was paid; otherwise what went back is beside the payments, which are taken off the price.
  const back = (paise: number) => (kept === null ? rupees(paise / 100) : minus(paise));
  const [sumName, sum] = isDue
    ? [panelTexts.due, booking.due_paise]
    : kept === null
      ? [panelTexts.paid, booking.paid_paise - booking.returned_paise]
      : [panelTexts.kept, kept];
  return (
    <dl className="figures mt-5 grid gap-1.5 border-t border-line pt-4 text-[.875rem]">
      <MoneyLine name={panelTexts.price} amount={rupees(booking.price_paise / 100)} />
      {booking.discount_paise > 0 && (
        <MoneyLine
          name={booking.coupon === null ? panelTexts.discount : panelTexts.coupon(booking.coupon)}
          amount={minus(booking.discount_paise)}
        />
      )}
      {booking.payments.map((payment) => (
        <MoneyLine
          key={payment.id ?? payment.at}
          name={panelTexts.payment(wayText(payment.way), momentIn(payment.at, zone, booking.day))}
          amount={minus(payment.amount_paise)}
          actions={actions(payment)}
        />
      ))}
      {kept !== null && (
        <MoneyLine
          name={panelTexts.paid}
          amount={rupees(booking.paid_paise / 100)}
          className="mt-1 border-t border-dashed border-line pt-2.5"
        />
      )}
      {given > 0 && <MoneyLine name={panelTexts.returned} amount={back(given)} />}
      {booking.to_return_paise > 0 && <MoneyLine name={panelTexts.toReturn} amount={back(booking.to_return_paise)} />}
      {booking.given_elsewhere_paise > 0 && (
        <MoneyLine name={panelTexts.givenElsewhere} amount={back(booking.given_elsewhere_paise)} />
      )}
      {booking.rounded_off_paise > 0 && (
        <MoneyLine name={panelTexts.roundedOff} amount={back(booking.rounded_off_paise)} />
      )}
      {booking.rounded_up_paise > 0 && (
        <MoneyLine name={panelTexts.roundedUp} amount={back(booking.rounded_up_paise)} />
      )}
      <div className="mt-1 flex items-end justify-between gap-3 border-t border-dashed border-line pt-3">
        <dt className="grid text-body leading-tight font-bold">
          {sumName}
          {isDue && <span className="text-[.78125rem] font-medium text-quiet">{panelTexts.atCourt}</span>}
        </dt>
        <dd
          className={`display text-[2.125rem] leading-none ${isDue ? 'text-warn' : kept === null ? 'text-good' : ''}`}
        >
          {sum < 0 ? minus(-sum) : rupees(sum / 100)}
        </dd>
      </div>
    </dl>
  );
}

function MoneyLine({
  name,
  amount,
  actions = null,
  className = '',
}: {
  name: string;
  amount: string;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-3 ${className}`}>
      <dt className="text-quiet">{name}</dt>
      <dd className="font-semibold">{amount}</dd>
      {actions !== null && <dd className="basis-full">{actions}</dd>}
    </div>
  );
}

function wayText(way: string): string {
  return Object.hasOwn(panelTexts.ways, way)
    ? panelTexts.ways[way as keyof typeof panelTexts.ways]
    : panelTexts.ways.other;
}
