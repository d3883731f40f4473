import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { isAbsent, orderInfoQuery, type OrderInfo } from '@/api/order-info';
import { useLiveOrder } from '@/api/use-live-order';
import { useOnline } from '@/lib/online';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { SlowNote } from '@/ui/SlowNote';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { BookingDetails } from './BookingDetails';
import { detailsTexts, historyTexts } from './texts';

export interface OrderPanelProps {
  orderNumber: string;
  level: 1 | 2;
  opensCancellation?: boolean;
}

/** Loads one booking by its number and shows it. */
export function OrderPanel({ orderNumber, level, opensCancellation }: OrderPanelProps) {
  const order = useQuery(orderInfoQuery(orderNumber));
  useLiveOrder(orderNumber);
  if (order.data) {
    return (
      <BookingDetails key={order.data.orderid} order={order.data} level={level} opensCancellation={opensCancellation} />
    );
  }
  // The booking's own heading is not loaded yet, and every screen needs a heading.
  return (
    <>
      {level === 1 && <h1 className="sr-only">{detailsTexts.routeTitle(orderNumber)}</h1>}
      <WithoutOrder order={order} />
    </>
  );
}

function WithoutOrder({ order }: { order: UseQueryResult<OrderInfo> }) {
  if (order.isError) {
    return isAbsent(order.error) ? (
      <EmptyState
        art={<LostBallArt />}
        title={detailsTexts.notFoundTitle}
        text={detailsTexts.notFound}
        action={
          <Button size="md" render={<Link {...paths.bookingHistory()} />}>
            {detailsTexts.toHistory}
          </Button>
        }
      />
    ) : (
      <LoadFailure
        title={detailsTexts.failed}
        message={failureMessage(order.error)}
        retryLabel={detailsTexts.retry}
        isBusy={order.isFetching}
        onRetry={() => void order.refetch()}
      />
    );
  }
  return <PanelSkeleton />;
}

function PanelSkeleton() {
  const online = useOnline();
  return (
    <Loading label={detailsTexts.loading}>
      <Card padded={false}>
        <Skeleton className="h-40 w-full rounded-none md:h-48" />
        <div className="grid gap-5 p-5 md:p-6">
          <Skeleton className="h-10 w-3/5" />
          <Skeleton className="h-14 w-full" />
          <div className="grid gap-4">
            {['a', 'b', 'c', 'd', 'e'].map((line) => (
              <div key={line} className="flex justify-between">
                <Skeleton className="h-4 w-20" />
                <Skeleton className="h-4 w-36" />
              </div>
            ))}
          </div>
          <Skeleton className="h-12 w-full" />
        </div>
      </Card>
      <SlowNote slow={historyTexts.slow} offline={online ? undefined : historyTexts.offline} />
    </Loading>
  );
}
