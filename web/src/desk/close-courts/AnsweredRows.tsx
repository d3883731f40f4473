import { Link } from '@tanstack/react-router';
import { Check, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { chipDay, dayIn, hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { CourtTile } from '@/ui/CourtTile';
import type { Court } from '@/desk/api/board';
import type { ClosedBooking } from '@/desk/api/closures';
import { panelTexts } from '@/desk/booking/texts';
import { paths } from '@/desk/lib/paths';
import type { ClosurePartProps } from './ClosurePart';
import { startText } from './start-text';
import { watchTexts } from './texts';
import { backPaiseOf, importedBackPaiseOf, isCancelledSince } from './watch-model';

interface Rows {
  bookings: readonly ClosedBooking[];
  venue: ClosurePartProps['venue'];
  courts: readonly Court[];
  /** Whether each game is shown with its day. */
  withDays: boolean;
}

function Section({ id, title, sum, children }: { id: string; title: string; sum: string | null; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-5">
      <div className="mb-2 flex items-baseline justify-between gap-3 text-[.8125rem]">
        <h3 id={id} className="font-bold">
          {title}
        </h3>
        {sum !== null && <span className="figures text-quiet">{sum}</span>}
      </div>
      <ul className="grid gap-2.5">{children}</ul>
    </section>
  );
}

/** Shows the court that a booking lost, and its player. */
function Lost({
  booking,
  courts,
  children,
}: {
  booking: ClosedBooking;
  courts: readonly Court[];
  children: ReactNode;
}) {
  const type = booking.game?.lost.court_type ?? courts.find(({ id }) => id === booking.court)?.type;
  return (
    <>
      <CourtTile number={booking.court_number} type={courtKind(type)} className="w-10 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[.9375rem] leading-tight font-bold">{booking.name}</span>
        <span className="figures block text-[.8125rem] leading-snug text-quiet">{children}</span>
      </span>
    </>
  );
}

/**
 * Lists the bookings that ended without another hour, each with the state of its money. `closedAt` is when the closure
 * was made, ISO 8601.
 */
export function MoneyRows({ bookings, venue, courts, withDays, closedAt }: Rows & { closedAt: string }) {
  const sum = bookings.reduce((total, booking) => total + backPaiseOf(booking), 0);
  return (
    <Section id="money-back" title={watchTexts.moneySection} sum={rupees(sum / 100)}>
      {bookings.map((booking) => (
        <li key={booking.order} className="flex items-center gap-3">
          <Lost booking={booking} courts={courts}>
            {[startText(booking, venue.time_zone, withDays), ...whyBack(booking, closedAt)].join(', ')}
          </Lost>
          <MoneyState booking={booking} venue={venue} withDays={withDays} />
        </li>
      ))}
    </Section>
  );
}

function whyBack({ game, answered_by, starts_at }: ClosedBooking, closedAt: string): string[] {
  if (game === null) {
    return [Date.parse(starts_at) <= Date.parse(closedAt) ? watchTexts.cutShort : watchTexts.noOffer];
  }
  if (game.state === 'expired') return [watchTexts.expired];
  return answered_by === null ? [] : [watchTexts.byStaff(answered_by)];
}

function MoneyState({
  booking,
  venue,
  withDays,
}: {
  booking: ClosedBooking;
  venue: ClosurePartProps['venue'];
  withDays: boolean;
}) {
  const back = backPaiseOf(booking);
  if (back === 0) {
    return <span className="figures text-right text-[.8125rem] text-quiet">{nothingBackText(booking)}</span>;
  }
  const owed = owedAtDesk(booking);
  if (owed !== undefined) {
    // Without an offer, as for a game that had begun, the answer has no day.
    const day = booking.game?.lost.day ?? dayIn(venue.time_zone, new Date(booking.starts_at));
    return <Give booking={booking} venue={venue} withDays={withDays} paise={owed} at={{ day, open: booking.order }} />;
  }
  return (
    <span className="figures text-right text-[.8125rem] leading-snug">
      <span className="block text-[.9375rem] font-bold">{rupees(back / 100)}</span>
      {statesOf(booking).map((state) => (
        <span key={state} className="flex items-center justify-end gap-1 text-quiet">
          <Undo2 aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
          <span className="max-w-36">{state}</span>
        </span>
      ))}
    </span>
  );
}

/** Links to the booking on the board, to pay out what the desk owes. */
function Give({
  booking,
  venue,
  withDays,
  paise,
  at,
}: {
  booking: ClosedBooking;
  venue: ClosurePartProps['venue'];
  withDays: boolean;
  paise: number;
  at: { day: string; open: string };
}) {
  return (
    <Button variant="outline" size="sm" render={<Link {...paths.board(venue.id, at)} />}>
      {watchTexts.give(rupees(paise / 100))}
      <span className="sr-only">{`, ${booking.name}, ${startText(booking, venue.time_zone, withDays)}`}</span>
    </Button>
  );
}

/** The amount of a refund that a desk still owes, in paise; undefined if it owes none. */
function owedAtDesk(booking: ClosedBooking): number | undefined {
  return refundsOf(booking).find(({ at_desk, status }) => at_desk && status === 'approved')?.amount_paise;
}

/** Why no amount goes back of a booking. */
function nothingBackText({ game, paid_paise }: ClosedBooking): string {
  const paid = game === null ? paid_paise : game.paid_paise;
  return paid > 0 ? watchTexts.tooLittle : watchTexts.noMoney;
}

/** The refunds of a booking: those of its offer, or, without an offer, those of the booking. */
function refundsOf({ game, refunds }: ClosedBooking) {
  return game?.refunds ?? refunds;
}

/** The state of the money of a booking: that of its least finished refund, and of what was imported as paid. */
function statesOf(booking: ClosedBooking): string[] {
  const refunds = refundsOf(booking);
  const isImported = importedBackPaiseOf(booking) > 0;
  return [
    ...(refunds.length > 0 || !isImported ? [stateOf(refunds)] : []),
    ...(isImported ? [panelTexts.givenElsewhere] : []),
  ];
}

function stateOf(refunds: ClosedBooking['refunds']): string {
  if (refunds.some(({ status }) => status === 'failed')) return watchTexts.refundFailed;
  if (refunds.length > 0 && refunds.every(({ status }) => status === 'processed')) {
    const isGiven = refunds.every(({ at_desk, given_back_by }) => at_desk || given_back_by !== null);
    return isGiven ? watchTexts.given : watchTexts.sent;
  }
  return watchTexts.onItsWay;
}

/** Lists the players who got another court or hour, or their own back, also if it was cancelled since. */
export function MovedRows({ bookings, venue, courts, withDays }: Rows) {
  const due = bookings.reduce((total, { game }) => total + (game?.new?.due_paise ?? 0), 0);
  return (
    <Section id="moved" title={watchTexts.movedSection} sum={due > 0 ? watchTexts.due(rupees(due / 100)) : null}>
      {bookings.map((booking) => (
        <li key={booking.order} className="flex items-center gap-3">
          <Lost booking={booking} courts={courts}>
            {isCancelledSince(booking) ? (
              <span className="flex items-start gap-1">
                <X aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={2.6} />
                {`${newPlaceText(booking, venue.id, withDays)}, ${watchTexts.cancelledSince}`}
              </span>
            ) : (
              <span className="flex items-start gap-1 text-good">
                <Check aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={2.6} />
                {newPlaceText(booking, venue.id, withDays)}
              </span>
            )}
          </Lost>
          <OwedOfMoved booking={booking} venue={venue} withDays={withDays} />
        </li>
      ))}
    </Section>
  );
}

/** What the desk of the venue owes of a booking that was moved within it: the board that is linked has none of another venue. */
function OwedOfMoved({ booking, venue, withDays }: Pick<Rows, 'venue' | 'withDays'> & { booking: ClosedBooking }) {
  const next = booking.game?.new;
  const owed = owedAtDesk(booking);
  if (owed === undefined || next === null || next === undefined || next.place.venue !== venue.id) return null;
  const at = { day: next.place.day, open: next.orderid };
  return <Give booking={booking} venue={venue} withDays={withDays} paise={owed} at={at} />;
}

/**
 * "Court 11, Mon 23 Nov, 7 PM, ₹100 due at the desk"; without the day if it is that of the closed game, unless `withDays`, and after the
 * name of the venue if it is not `venue`.
 */
function newPlaceText({ game }: ClosedBooking, venue: number, withDays: boolean): string {
  const next = game?.new;
  if (game === null || next === null || next === undefined) return '';
  const { place, due_paise } = next;
  return [
    ...(place.venue === venue ? [] : [place.venue_name]),
    courtName(place.court_name),
    ...(place.day === game.lost.day && !withDays ? [] : [chipDay(place.day)]),
    hourText(place.minute),
    ...(due_paise > 0 ? [watchTexts.due(rupees(due_paise / 100))] : []),
  ].join(', ');
}
