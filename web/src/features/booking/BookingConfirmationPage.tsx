import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { useLiveOrder } from '@/api/use-live-order';
import { useSkeleton } from '@/lib/skeleton';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageHeading } from '@/ui/PageHeading';
import { orderInfoQuery, type OrderInfo } from '@/api/order-info';
import { InstallHint } from './pass/InstallHint';
import { LastSeen } from './pass/LastSeen';
import { OrderPass } from './pass/OrderPass';
import { PassActions } from './pass/PassActions';
import { PassColumns } from './pass/PassColumns';
import { PassBackground } from './pass/PassBackground';
import { NoPass, PassFailure, PassForVisitor, PassLoading, PassSkeleton } from './pass/PassStates';
import { passTexts } from './pass/texts';

/** The permanent page of a pass. */
export function BookingConfirmationPage() {
  return useSkeleton() ? <PassSkeleton title={passTexts.documentTitle} /> : <PassOfOrder />;
}

function PassOfOrder() {
  useTitle(passTexts.documentTitle);
  const { orderId } = useSearch({ from: '/booking-confirmation' });
  const { isAuthenticated } = useSession();
  const order = useQuery({
    ...orderInfoQuery(orderId ?? ''),
    enabled: isAuthenticated && orderId !== undefined,
  });

  return (
    <PassBackground>
      {/* Without a pass nothing else names the screen, so it gets a heading for screen readers. */}
      {!(isAuthenticated && order.data) && <h1 className="sr-only">{passTexts.headingOther}</h1>}
      {!isAuthenticated ? (
        <PassForVisitor />
      ) : orderId === undefined ? (
        <NoPass text={passTexts.noOrder} />
      ) : order.data !== undefined ? (
        <OrderWithPass order={order.data} seen={<LastSeen order={order} />} />
      ) : order.isPending ? (
        <PassLoading />
      ) : (
        <PassFailure cause={order.error} isBusy={order.isFetching} onRetry={() => void order.refetch()} />
      )}
    </PassBackground>
  );
}

function OrderWithPass({ order, seen }: { order: OrderInfo; seen: ReactNode }) {
  const notices: Readonly<Record<string, string>> = passTexts.notConfirmed;
  const notBookedNotice = notices[endedBy(order) ?? order.status];
  const isToBePlayed = order.status === 'confirmed';
  const [firstName] = order.name.split(' ');
  const passRef = useRef<HTMLDivElement>(null);
  // A player on the way to the court keeps the pass open: the venue may close that court or move the booking meanwhile.
  useLiveOrder(order.orderid);
  return (
    <PassColumns
      heading={
        <>
          <PageHeading
            title={isToBePlayed ? passTexts.heading : passTexts.headingOther}
            subtitle={isToBePlayed ? passTexts.intro(firstName ?? '') : undefined}
            italic
          />
          {/* Announced if the booking ends while its pass is on the screen. */}
          <div role="status">
            {notBookedNotice !== undefined && (
              <div className="mt-4 max-w-md">
                <Notice tone="warn">{notBookedNotice}</Notice>
              </div>
            )}
          </div>
        </>
      }
      actions={
        <>
          <PassActions order={order} passRef={passRef} />
          <div className="mt-3 grid grid-cols-2 gap-3">
            <PassLinks orderid={order.orderid} />
          </div>
          {notBookedNotice === undefined && <InstallHint />}
        </>
      }
    >
      <OrderPass order={order} passRef={passRef} />
      {seen}
    </PassColumns>
  );
}

/** The notice that names who ended the order, if it was the venue or the front desk. */
function endedBy({ hold_closed, cancelled_by }: OrderInfo): keyof typeof passTexts.notConfirmed | undefined {
  if (hold_closed) return 'hold_closed';
  if (cancelled_by === 'venue') return 'closed';
  return cancelled_by === 'desk' ? 'by_desk' : undefined;
}

function PassLinks({ orderid }: { orderid: string }) {
  return (
    <>
      <Button
        variant="outline"
        size="md"
        className="px-2 whitespace-nowrap"
        render={<Link {...paths.historyDetails(orderid)} />}
      >
        {passTexts.details}
      </Button>
      <Button
        variant="ghost"
        size="md"
        className="px-2 whitespace-nowrap"
        render={<Link {...paths.bookingHistory()} />}
      >
        {passTexts.history}
      </Button>
    </>
  );
}
