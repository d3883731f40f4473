import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { useLiveOrder } from '@/api/use-live-order';
import { useOwnCourts } from '@/api/use-own-courts';
import { courtName } from '@/lib/court-name';
import { rupees } from '@/lib/money';
import { useSkeleton } from '@/lib/skeleton';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { BallInNetArt } from '@/ui/art/BallInNetArt';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { isAbsent, type OrderInfo, orderInfoQuery } from '@/api/order-info';
import { LastSeen } from './pass/LastSeen';
import { OrderPass } from './pass/OrderPass';
import { PassActions } from './pass/PassActions';
import { PassColumns } from './pass/PassColumns';
import { PassBackground } from './pass/PassBackground';
import { PassLoading, PassSkeleton } from './pass/PassStates';
import { bookingOutcome, type StatusFacts } from './status/booking-outcome';
import { isStillHere } from './status/is-still-here';
import { OutcomeBanner } from './status/OutcomeBanner';
import { PaymentUpdate } from './status/PaymentUpdate';
import { Recovery } from './status/Recovery';
import { type EndedHold, useEndedHold } from './status/use-ended-hold';
import { useStatusLocation } from './status/use-status-location';
import { payTexts } from './texts';
import { passTexts, recoveryTexts, statusTexts } from './pass/texts';

type Reason = keyof typeof payTexts.returnedWhy;

function isReason(name: string | null | undefined): name is Reason {
  return name !== null && name !== undefined && name in payTexts.returnedWhy;
}

/** Milliseconds between polls of the order. */
const PAYING_MILLISECONDS = 2_500;

/** The outcome of a booking with its countdown, above the pass: both views of spec §2 together. */
export function BookingStatusPage() {
  return useSkeleton() ? <PassSkeleton title={passTexts.documentTitle} /> : <StatusOfOrder />;
}

function StatusOfOrder() {
  const { orderId } = useSearch({ from: '/booking-status' });
  const { isAuthenticated } = useSession();
  const { href, state, isHere } = useStatusLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const passRef = useRef<HTMLDivElement>(null);
  const outcomeOf = (info: OrderInfo | undefined, failure: StatusFacts['failure']) =>
    bookingOutcome({
      orderId,
      isAuthenticated,
      status: info?.status,
      payment: info?.online_payment?.state,
      paidHere: state.paidHere,
      failure,
    });
  const order = useQuery({
    ...orderInfoQuery(orderId ?? ''),
    enabled: isAuthenticated && orderId !== undefined,
    // The page polls while a payment is under way; also if no payment is known: the player may have paid in a tab that
    // was closed since, and the provider reports the payment a moment later.
    refetchInterval: ({ state: { data } }) => {
      const now = outcomeOf(data, null);
      return now === 'paying' || (now === 'fail' && data !== undefined) ? PAYING_MILLISECONDS : false;
    },
  });
  const failure = order.isError ? (isAbsent(order.error) ? 'absent' : 'unreachable') : null;
  const own = useOwnCourts({ isLive: false });
  const known = outcomeOf(order.data, failure);
  const held = own.data?.hold ?? null;
  const hold = held !== null && (orderId === undefined || orderId === held.orderid) ? held : null;
  // Paid in another tab: own courts may report the payment before the order does. The later reply is right.
  const isBeingPaid = hold?.isBeingPaid === true && own.dataUpdatedAt >= order.dataUpdatedAt;
  const ended = useEndedHold(hold, own.data);
  // Paid or booked in another tab or on another device, while the address names no order.
  const elsewhere = isBeingPaid ? hold.orderid : ended?.isBooked === true ? ended.hold.orderid : undefined;
  const moveTo = orderId === undefined ? elsewhere : undefined;
  const outcome = known === 'fail' && isAuthenticated ? outcomeOfFailure() : known;
  const recovering = outcome === 'fail' ? hold : null;
  // A pass is not polled. The player may stay here with it while the venue closes its court.
  useLiveOrder(outcome === 'success' ? orderId : undefined);
  useTitle(recovering ? recoveryTexts.title : statusTexts.documentTitle[outcome]);

  /**
   * The court may still be held, so failure is not shown before that is known, nor before it is known whether the venue
   * closed it.
   */
  function outcomeOfFailure() {
    const isEndUnread = ended !== null && ended.isClosed === undefined;
    if (own.isPending || isEndUnread || moveTo !== undefined) return 'checking';
    if (own.data === undefined && order.data?.status === 'held') return 'unknown';
    return isBeingPaid ? 'paying' : 'fail';
  }

  function lookAgain() {
    void order.refetch();
    if (own.data === undefined) void own.refetch();
  }

  useEffect(() => {
    if (moveTo === undefined || !isHere || !isStillHere(router)) return;
    void navigate({
      ...paths.bookingStatus({ orderId: moveTo }),
      replace: true,
      state: isBeingPaid ? { paidHere: true } : {},
    });
  }, [moveTo, isBeingPaid, isHere, navigate, router]);

  const over = outcome === 'over' ? orderId : undefined;
  useEffect(() => {
    if (over === undefined || !isHere || !isStillHere(router)) return;
    void navigate({ ...paths.bookingConfirmation({ orderId: over }), replace: true });
  }, [over, isHere, navigate, router]);

  if (outcome === 'checking' || outcome === 'over') {
    return (
      <PassBackground>
        {/* Reserves the space of the outcome with elements of its own, so that nothing shifts when that arrives. */}
        <PassColumns
          key="checking"
          heading={
            <div className="h-64">
              <Spinner label={statusTexts.checking} />
            </div>
          }
        >
          <PassLoading />
        </PassColumns>
      </PassBackground>
    );
  }

  if (outcome === 'success' && order.data !== undefined) {
    const { orderid, name } = order.data;
    const [firstName] = name.split(' ');
    return (
      <PassBackground>
        <PassColumns
          key="pass"
          heading={
            <OutcomeBanner
              key={outcome}
              outcome={outcome}
              countdownKey={orderid}
              title={statusTexts.success}
              note={statusTexts.successNote(firstName ?? '')}
              onGo={() => void navigate({ ...paths.bookingConfirmation({ orderId: orderid }), replace: true })}
            />
          }
          actions={<PassActions order={order.data} passRef={passRef} />}
        >
          <OrderPass order={order.data} passRef={passRef} slidesIn />
          <LastSeen order={order} />
        </PassColumns>
      </PassBackground>
    );
  }

  const payment = order.data?.online_payment;
  const holdClosed = order.data?.hold_closed === true;
  if (outcome === 'paying' || outcome === 'returned') {
    const returned = outcome === 'returned';
    const expired = holdClosed ? payTexts.onItsWayClosed : payTexts.onItsWayExpired;
    const onItsWay = order.data?.status === 'held' ? payTexts.onItsWayNote : expired;
    // The payment came too late because the venue had closed the court.
    const why = holdClosed && payment?.refund_reason === 'paid_late' ? 'venue_closed' : payment?.refund_reason;
    return (
      <WithoutPass art={<LostBallArt className="w-64 md:w-full" />}>
        <PaymentUpdate
          title={returned ? returnedTitle(payment) : payTexts.onItsWay}
          actions={
            <>
              {returned ? (
                <Button variant="lime" size="sm" render={<Link {...paths.location()} />}>
                  {statusTexts.go.fail}
                </Button>
              ) : (
                <LookAgain isBusy={order.isFetching} onLook={lookAgain} />
              )}
              <Button variant="outline" size="sm" render={<Link {...paths.bookingHistory()} />}>
                {payTexts.toHistory}
              </Button>
            </>
          }
        >
          {returned && isReason(why) && <p>{payTexts.returnedWhy[why]}</p>}
          <p>{returned ? returnedNote(payment) : onItsWay}</p>
        </PaymentUpdate>
      </WithoutPass>
    );
  }

  if (recovering) {
    const { refusal } = state;
    return (
      <WithoutPass art={<LostBallArt className="w-40 md:w-full" />}>
        <Recovery
          key={recovering.orderid}
          hold={recovering}
          refusal={refusal?.orderid === recovering.orderid ? refusal : undefined}
          bookings={own.data?.bookings ?? []}
        />
      </WithoutPass>
    );
  }

  const failed = outcome === 'fail';
  const Art = failed ? LostBallArt : BallInNetArt;
  const endsSession = order.error instanceof ApiFailure && order.error.endsSession;
  const closed = order.data?.hold_closed === true ? order.data.court_number : closedNow(ended);
  const failNote = closed === undefined ? statusTexts.failNote : statusTexts.closedNote(courtName(closed));
  return (
    <WithoutPass art={<Art className="w-64 md:w-full" />}>
      <OutcomeBanner
        key={outcome}
        outcome={failed ? 'fail' : 'unknown'}
        countdownKey={orderId === undefined ? '' : `${outcome} ${orderId}`}
        title={failed ? statusTexts.fail : statusTexts.unknown}
        note={failed ? failNote : isAuthenticated && !endsSession ? statusTexts.unknownNote : statusTexts.visitorNote}
        onGo={() => void navigate({ ...(failed ? paths.location() : paths.home()), replace: true })}
        extra={
          failed ? undefined : isAuthenticated && !endsSession ? (
            <LookAgain isBusy={order.isFetching} onLook={lookAgain} />
          ) : (
            <Button variant="lime" size="sm" render={<Link {...paths.login()} state={{ returnTo: href }} />}>
              {statusTexts.logIn}
            </Button>
          )
        }
      />
    </WithoutPass>
  );
}

/** The court of a hold that the venue ended while the page is open; undefined for any other end. */
function closedNow(ended: EndedHold | null): string | undefined {
  return ended?.isClosed === true ? ended.hold.court : undefined;
}

function LookAgain({ isBusy, onLook }: { isBusy: boolean; onLook: () => void }) {
  const button = useFocusAfterRemoval();
  return (
    <Button ref={button} variant="lime" size="sm" isBusy={isBusy} onClick={onLook}>
      {statusTexts.lookAgain}
    </Button>
  );
}

/** Whether a part of the payment may have gone back before, so that this refund is only what was left of it. */
function isRest(payment: OrderInfo['online_payment']): boolean {
  return payment?.refund_reason === 'wrong_amount';
}

function returnedTitle(payment: OrderInfo['online_payment']): string {
  const done = payment?.state === 'refund_processed';
  // Without a reason the provider returned it by itself, perhaps less a few paise: it refunds no less than a rupee.
  if (isRest(payment) || !payment?.refund_reason) return done ? payTexts.rest.wentBack : payTexts.rest.goesBack;
  return done ? payTexts.refunded : payTexts.returned;
}

/**
 * The text about a payment without a booking. Without a reason it was refunded at the provider, before it was counted.
 */
function returnedNote(payment: OrderInfo['online_payment']): string {
  const amount = rupees(payment?.refund ?? 0);
  if (payment?.state === 'refund_failed') return payTexts.returnedFailed(amount);
  const done = payment?.state === 'refund_processed';
  if (isRest(payment)) return done ? payTexts.rest.done(amount) : payTexts.rest.note(amount);
  if (!done) return payTexts.returnedNote(amount);
  return payment?.refund_reason ? payTexts.returnedDone(amount) : payTexts.returnedUncounted(amount);
}

/** An outcome without a pass: a picture beside its text. */
function WithoutPass({ art, children }: { art: ReactNode; children: ReactNode }) {
  return (
    <PassBackground plain>
      <div className="mx-auto grid max-w-100 gap-8 lg:max-w-4xl lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-12">
        {art}
        {children}
      </div>
    </PassBackground>
  );
}
