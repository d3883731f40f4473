import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeading } from '@/ui/PageHeading';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { OrderPanel } from './OrderPanel';
import { cancelTexts, detailsTexts } from './texts';

/** The address of a cancellation: the order comes from the query or the navigation state. */
export function CancelBookingPage() {
  useTitle(cancelTexts.routeTitle);
  const { orderId } = useSearch({ from: '/cancel-booking' });
  const fromState = useLocation({ select: (location) => location.state.order_id });
  const orderNumber = orderId ?? fromState?.replace(/^#/, '');
  return (
    <div className="page gutter max-w-3xl pb-16">
      <PageHeading
        title={cancelTexts.screenTitle}
        back={<BackButton label={detailsTexts.back} render={<Link {...paths.bookingHistory()} />} />}
      />
      <div className="mt-6">
        {orderNumber === undefined || orderNumber === '' ? (
          <EmptyState
            art={<LostBallArt />}
            title={cancelTexts.noOrderTitle}
            text={cancelTexts.noOrder}
            action={
              <Button size="md" render={<Link {...paths.bookingHistory()} />}>
                {detailsTexts.toHistory}
              </Button>
            }
          />
        ) : (
          <OrderPanel orderNumber={orderNumber} level={2} opensCancellation />
        )}
      </div>
    </div>
  );
}
