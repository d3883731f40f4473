import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { useWide } from '@/lib/use-wide';
import { BackButton } from '@/ui/BackButton';
import { HistoryScreen } from './HistoryScreen';
import { OrderPanel } from './OrderPanel';
import { detailsTexts } from './texts';

/** One booking by its number: its own screen on phones, beside the list on large screens. */
export function HistoryDetailsPage() {
  const { orderNumber } = useParams({ from: '/history-details/$orderNumber' });
  useTitle(detailsTexts.routeTitle(orderNumber));
  const wide = useWide();
  const navigate = useNavigate();
  if (wide) {
    return (
      <HistoryScreen
        current={orderNumber}
        tab="All"
        onTab={(tab) => void navigate(paths.bookingHistory({ tab }))}
        side={() => <OrderPanel orderNumber={orderNumber} level={2} />}
      />
    );
  }
  return (
    <div className="page gutter max-w-3xl pb-16">
      <div className="py-4 md:py-6">
        <BackButton label={detailsTexts.back} render={<Link {...paths.bookingHistory()} />} />
      </div>
      <OrderPanel orderNumber={orderNumber} level={1} />
    </div>
  );
}
