import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { OfflineArt } from '@/ui/art/OfflineArt';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { isAbsent, orderInfoQuery } from '@/api/order-info';
import { LastSeen } from './pass/LastSeen';
import { OrderPass } from './pass/OrderPass';
import { PassColumns } from './pass/PassColumns';
import { PassGround } from './pass/PassGround';
import { PassLoading } from './pass/PassStates';
import { bookingOutcome } from './status/booking-outcome';
import { OutcomeBanner } from './status/OutcomeBanner';
import { statusTexts } from './texts';

/** How the booking went: the outcome with its countdown, over the pass (spec §2, both readings). */
export function BookingStatusPage() {
  const { orderId } = useSearch({ from: '/booking-status' });
  const { isAuthenticated } = useSession();
  const { href } = useLocation();
  const navigate = useNavigate();
  const order = useQuery({
    ...orderInfoQuery(orderId ?? ''),
    enabled: isAuthenticated && orderId !== undefined,
  });
  const outcome = bookingOutcome({
    orderId,
    isAuthenticated,
    status: order.data?.status,
    failure: order.isError ? (isAbsent(order.error) ? 'absent' : 'unreachable') : null,
  });
  useTitle(statusTexts.documentTitle[outcome]);

  const over = outcome === 'over' ? orderId : undefined;
  useEffect(() => {
    if (over !== undefined) void navigate({ ...paths.bookingConfirmation({ orderId: over }), replace: true });
  }, [over, navigate]);

  if (outcome === 'checking' || outcome === 'over') {
    return (
      <PassGround>
        <PassColumns words={<Spinner label={statusTexts.checking} />}>
          <PassLoading />
        </PassColumns>
      </PassGround>
    );
  }

  if (outcome === 'success' && order.data !== undefined) {
    const { orderid, name } = order.data;
    const [firstName] = name.split(' ');
    return (
      <PassGround>
        <PassColumns
          words={
            <OutcomeBanner
              key={outcome}
              outcome={outcome}
              countdownKey={orderid}
              title={statusTexts.success}
              note={statusTexts.successNote(firstName ?? '')}
              onGo={() => void navigate({ ...paths.bookingConfirmation({ orderId: orderid }), replace: true })}
            />
          }
        >
          <OrderPass order={order.data} arriving />
          <LastSeen order={order} />
        </PassColumns>
      </PassGround>
    );
  }

  const failed = outcome === 'fail';
  const Art = failed ? LostBallArt : OfflineArt;
  const ended = order.error instanceof ApiFailure && order.error.status === 401;
  return (
    <PassGround plain>
      <div className="mx-auto grid max-w-100 gap-8 lg:max-w-4xl lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-12">
        <Art className="w-64 md:w-full" />
        <OutcomeBanner
          key={outcome}
          outcome={failed ? 'fail' : 'unknown'}
          countdownKey={orderId ?? ''}
          title={failed ? statusTexts.fail : statusTexts.unknown}
          note={
            failed
              ? statusTexts.failNote
              : isAuthenticated && !ended
                ? statusTexts.unknownNote
                : statusTexts.visitorNote
          }
          onGo={() => void navigate({ ...(failed ? paths.location() : paths.home()), replace: true })}
          extra={
            failed ? undefined : isAuthenticated && !ended ? (
              <Button look="lime" size="sm" busy={order.isFetching} onClick={() => void order.refetch()}>
                {statusTexts.lookAgain}
              </Button>
            ) : (
              <Button look="lime" size="sm" render={<Link {...paths.login()} state={{ returnTo: href }} />}>
                {statusTexts.logIn}
              </Button>
            )
          }
        />
      </div>
    </PassGround>
  );
}
