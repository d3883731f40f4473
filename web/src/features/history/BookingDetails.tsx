import { Link } from '@tanstack/react-router';
import { Download, MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAppConfig } from '@/api/app-config';
import type { OrderInfo } from '@/api/order-info';
import { useVenueZone } from '@/api/use-venue-zone';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { dateTimeText, longDay, timeRange } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { Notice } from '@/ui/Notice';
import { Price } from '@/ui/Price';
import { BookAgain } from './again/BookAgain';
import { cancelState } from './cancel-policy';
import { CancelFlow } from './CancelFlow';
import { Documents } from './Documents';
import { FactList, type Fact } from './FactList';
import { canBookAgain } from './history-item';
import { OfferCard } from './OfferCard';
import { RefundCard } from './RefundCard';
import { SecondPayments } from './SecondPayments';
import { statusBanner, UNBOOKED } from './status-banner';
import { detailsTexts } from './texts';
import { VenuePicture } from './VenuePicture';

export interface BookingDetailsProps {
  order: OrderInfo;
  /** The heading's rank: 1 if it is the heading of the screen. */
  level: 1 | 2;
  /** Opens the cancellation at once. */
  opensCancellation?: boolean;
}

/** One booking with its state, facts and actions (spec §2, history details card). */
export function BookingDetails({ order, level, opensCancellation = false }: BookingDetailsProps) {
  const state = cancelState(order);
  const [isFlowOpen, setIsFlowOpen] = useState(opensCancellation && state === 'can-cancel');
  const banner = useRef<HTMLDivElement>(null);
  const [wasCancelled, setWasCancelled] = useState(false);
  // The button that opened the windows disappears when the booking is cancelled, so the status banner takes the focus once
  // they are closed.
  useEffect(() => {
    if (wasCancelled && !isFlowOpen) banner.current?.focus();
  }, [wasCancelled, isFlowOpen]);
  const { tone, title } = statusBanner(order);
  const type = courtKind(order.court_type);
  const Heading = level === 1 ? 'h1' : 'h2';

  return (
    <Card as="section" padded={false}>
      <div className="relative">
        <VenuePicture src={order.image || null} type={type} className="h-40 w-full *:object-[50%_80%] md:h-52" />
        <span className="absolute right-5 -bottom-7 rotate-8 rounded-md bg-card p-1">
          <CourtDrawing
            number={order.court_number.match(/\d+/)?.[0]}
            type={type}
            state={order.status === 'confirmed' || order.status === 'held' ? 'selected' : 'taken'}
            className="w-16"
          />
        </span>
      </div>
      <div className="grid gap-5 p-5 md:p-6">
        <div className="pr-24">
          <Heading className="display text-h2">{order.venue}</Heading>
          <p className="mt-1.5 text-quiet">{order.location}</p>
        </div>
        <div ref={banner} tabIndex={-1} role="status">
          <Notice tone={tone} title={title}>
            {cancelledNote(order) ?? unbookedNote(order)}
          </Notice>
        </div>
        {order.offer && <OfferCard order={order} offer={order.offer} />}
        <UnbookedAction order={order} />
        <RefundCard order={order} />
        <SecondPayments order={order} />
        <FactList facts={facts(order)} />
        <div className="flex flex-wrap gap-2.5 *:flex-1 *:whitespace-nowrap">
          {(order.status === 'confirmed' || order.status === 'completed') && (
            <Button
              size="sm"
              icon={<Download aria-hidden="true" className="size-5" />}
              render={<Link {...paths.bookingConfirmation({ orderId: order.orderid })} />}
            >
              {detailsTexts.download}
            </Button>
          )}
          <DirectionsButton link={order.location_link} />
          {canBookAgain(order, Date.parse(order.server_time)) && (
            <BookAgain
              slot={{
                venue: order.venue_id,
                sport: order.sport_id,
                court: order.court_id,
                date: order.date,
                time: order.time,
              }}
              venue={order.venue}
              variant="outline"
            />
          )}
        </div>
        <Documents orderid={order.orderid} documents={order.issued_documents ?? []} />
        <CancelLine order={order} onCancel={() => setIsFlowOpen(true)} />
      </div>
      {isFlowOpen && (
        <CancelFlow
          order={order}
          onClose={(cancelled) => {
            setIsFlowOpen(false);
            setWasCancelled(cancelled);
          }}
        />
      )}
    </Card>
  );
}

/** That the front desk cancelled the booking, or why the venue closed its court; else undefined. */
function cancelledNote({ cancelled_by, cancel_reason }: OrderInfo): string | undefined {
  if (cancelled_by === 'desk') return detailsTexts.byDesk;
  return cancelled_by === 'venue' && cancel_reason ? detailsTexts.closedWhy(cancel_reason) : undefined;
}

/** What happens next to a payment without a booking; else undefined. */
function unbookedNote({ status, hold_closed, online_payment }: OrderInfo): string | undefined {
  if (!UNBOOKED.has(status)) return undefined;
  if (online_payment?.state === 'under_way') {
    if (status === 'held') return detailsTexts.payingHeld;
    return hold_closed ? detailsTexts.payingClosed : detailsTexts.payingExpired;
  }
  return online_payment?.state.startsWith('refund_') ? detailsTexts.returnedNote : undefined;
}

/** The next step for an order that is not a booking: its confirm window, or the page of its payment; else null. */
function UnbookedAction({ order }: { order: OrderInfo }) {
  if (!UNBOOKED.has(order.status)) return null;
  const state = order.online_payment?.state;
  if (state === 'under_way' || state?.startsWith('refund_')) {
    return (
      <Button size="md" render={<Link {...paths.bookingStatus({ orderId: order.orderid })} />}>
        {state === 'under_way' ? detailsTexts.seePayment : detailsTexts.returnedWhy}
      </Button>
    );
  }
  if (order.status !== 'held') return null;
  return (
    <Button variant="lime" size="md" render={<Link {...paths.heldCourt(order)} />}>
      {detailsTexts.finish}
    </Button>
  );
}

/** The Cancel Booking button with its time limit. */
function CancelLine({ order, onCancel }: { order: OrderInfo; onCancel: () => void }) {
  const zone = useVenueZone(order.timezone);
  const state = cancelState(order);
  if (state === 'requested' || state === 'cancelled') return null;
  if (state === 'over') {
    return order.status === 'confirmed' ? <p className="text-small text-quiet">{detailsTexts.played}</p> : null;
  }
  const until = dateTimeText(order.cancel_before, zone);
  if (!order.can_cancel) {
    return (
      <div className="grid gap-3 border-t border-line pt-5">
        <Notice tone="note" title={detailsTexts.tooLateTitle}>
          {detailsTexts.tooLate(until)}
        </Notice>
        {/* Cancelling is not possible any more, so the button is not red. */}
        <Button variant="outline" size="md" onClick={onCancel}>
          {detailsTexts.cancel}
        </Button>
      </div>
    );
  }
  const hint =
    order.paid_amount > 0
      ? detailsTexts.refundUntil(rupees(order.refund_amount), until)
      : detailsTexts.cancelUntil(until);
  return (
    <div className="grid gap-2 border-t border-line pt-5">
      <p className="text-small text-quiet">{hint}</p>
      <Button variant="danger" size="md" onClick={onCancel}>
        {detailsTexts.cancel}
      </Button>
    </div>
  );
}

function DirectionsButton({ link }: { link: string | null | undefined }) {
  const fallback = useAppConfig()?.brand.default_map_url;
  const href = link || fallback;
  if (!href) return null;
  return (
    <Button
      size="sm"
      variant="outline"
      icon={<MapPin aria-hidden="true" className="size-5" />}
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
      render={<a href={href} target="_blank" rel="noopener noreferrer" />}
    >
      {detailsTexts.route}
    </Button>
  );
}

function facts(order: OrderInfo): Fact[] {
  return [
    { label: detailsTexts.order, value: `#${order.orderid}` },
    { label: detailsTexts.date, value: longDay(order.date) },
    { label: detailsTexts.time, value: timeRange(order.time, order.play_minutes) },
    {
      label: detailsTexts.court,
      value: `${courtName(order.court_number)} · ${detailsTexts.courtType[order.court_type]}`,
    },
    { label: detailsTexts.location, value: order.long_location },
    { label: detailsTexts.name, value: order.name },
    ...(order.discount > 0
      ? [{ label: detailsTexts.discount(order.coupon ?? null), value: `−${rupees(order.discount)}` }]
      : []),
    ...amounts(order),
  ];
}

/** What the booking costs, and whether that is paid; each part on its own if a part of it is paid. */
function amounts(order: OrderInfo): Fact[] {
  const { total_amount, paid_amount, due_amount } = order;
  const total = <Price amount={total_amount} was={order.discount > 0 ? order.price : undefined} />;
  const isPaid = order.payment_status === 'paid';
  if (paid_amount > 0 && !isPaid) {
    return [
      { label: detailsTexts.total, value: total },
      { label: detailsTexts.paid, value: rupees(paid_amount) },
      ...(due_amount > 0 ? [{ label: detailsTexts.toPay, value: rupees(due_amount) }] : []),
    ];
  }
  const isOver = order.status === 'cancelled' || UNBOOKED.has(order.status);
  return [{ label: isOver ? detailsTexts.total : isPaid ? detailsTexts.paid : detailsTexts.toPay, value: total }];
}
