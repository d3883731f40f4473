import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { rupees } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Price } from '@/ui/Price';
import { BookAgain } from './again/BookAgain';
import type { BookedSlot } from './again/use-book-again';
import { type BookingRecord, canBookAgain, type HistoryItem, paymentMark } from './history-item';
import { StatusBadge } from './StatusBadge';
import { historyTexts } from './texts';
import { VenuePicture } from './VenuePicture';

/** The columns of the list on larger screens. */
export const columns =
  'md:grid-cols-[minmax(0,1fr)_6rem_4.75rem_10.5rem] lg:grid-cols-[minmax(0,1fr)_6rem_10.5rem] xl:grid-cols-[minmax(0,1fr)_6rem_4.75rem_4rem_10.5rem]';

/** One booking: a card on phones, a line of the table on larger screens. */
export function HistoryRow({ item, now, current }: { item: HistoryItem; now: number; current: boolean }) {
  const { booking } = item;
  const slot = canBookAgain(booking, now) ? slotOf(booking) : null;
  const type = courtKind(booking.court_type);
  return (
    <li className="relative">
      <RowLink item={item} current={current}>
        <VenuePicture
          src={item.image}
          type={type}
          className="size-18 shrink-0 rounded-md md:col-start-1 md:row-start-1 md:size-13"
        />
        <span className="grid min-w-0 flex-1 gap-x-4 gap-y-1.5 md:contents">
          <span className="min-w-0 md:col-start-1 md:row-start-1 md:pl-16">
            <span className="block text-tiny font-semibold text-quiet">{item.typeTitle}</span>
            <span className="display block text-h4 leading-[1.1] max-md:truncate">{item.title}</span>
            <span className="hidden truncate text-small text-quiet md:block">{item.location}</span>
          </span>
          <span className="figures text-small font-semibold md:hidden">
            <span className="whitespace-nowrap">{item.date}</span>{' '}
            {/* On the smallest phones the hour is on a separate line. */}
            <span className="text-quiet max-[359px]:hidden">|</span>{' '}
            <span className="whitespace-nowrap max-[359px]:block">{item.time}</span>
          </span>
          <span className="figures hidden text-small leading-snug md:block">
            <span className="block font-bold">{item.date}</span>
            <span className="block text-quiet">{item.time}</span>
          </span>
          <span className="hidden text-small font-semibold md:block lg:hidden xl:block">
            {courtName(booking.court ?? '')}
          </span>
          <span className="hidden text-small xl:block">
            {booking.total_amount !== undefined && <Price amount={booking.total_amount} />}
          </span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 md:mt-0 md:flex-col md:items-end md:justify-self-end">
            <StatusBadge type={item.type} status={item.status} />
            <PaymentMark item={item} />
            {/* Space for the button that overlays the link. */}
            {slot !== null && <span aria-hidden="true" className="h-9 w-full" />}
          </span>
        </span>
      </RowLink>
      {slot !== null && (
        <div className="absolute right-1.5 bottom-1.5">
          <BookAgain slot={slot} venue={item.title} variant="plain" />
        </div>
      )}
    </li>
  );
}

function PaymentMark({ item }: { item: HistoryItem }) {
  const mark = paymentMark(item);
  if (mark === null) return null;
  const { total_amount = 0, due_amount = total_amount } = item.booking;
  const amount = rupees(mark === 'paid' ? total_amount : due_amount);
  return (
    <span className={`figures text-small font-semibold ${mark === 'paid' ? 'text-quiet' : ''}`}>
      {mark === 'paid' ? historyTexts.paid(amount) : historyTexts.toPay(amount)}
    </span>
  );
}

/** The slot of a booking, to book it again; null if the server omits its venue, court, date or time. */
function slotOf({ venue_id, sport_id, court_id, date, time }: BookingRecord): BookedSlot | null {
  if (venue_id === undefined || court_id === undefined) return null;
  if (date === undefined || time === undefined) return null;
  return { venue: venue_id, sport: sport_id ?? 1, court: court_id, date, time };
}

function RowLink({ item, current, children }: { item: HistoryItem; current: boolean; children: ReactNode }) {
  const classes = `flex gap-3.5 rounded-lg border p-3 transition-colors duration-150 md:grid md:items-center md:gap-4 md:rounded-md ${columns} ${
    current
      ? 'border-solid bg-card'
      : 'border-line bg-card hover:border-edge md:border-transparent md:bg-transparent md:hover:bg-card'
  }`;
  // Without an order number there are no details to link to.
  if (item.orderNumber === null) return <div className={classes}>{children}</div>;
  return (
    <Link
      {...paths.historyDetails(item.orderNumber)}
      state={{ booking: item.booking }}
      aria-current={current ? 'true' : undefined}
      className={classes}
    >
      {children}
    </Link>
  );
}
