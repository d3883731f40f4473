import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { useWide } from '@/lib/use-wide';
import { BackButton } from '@/ui/BackButton';
import { besideList, HistoryColumn, HistoryHeading } from './HistoryScreen';
import { OrderPanel } from './OrderPanel';
import { detailsTexts } from './texts';

/** One booking by its number: its own screen on phones, beside the list on large screens. */
export function HistoryDetailsPage() {
  const { orderNumber } = useParams({ from: '/history-details/$orderNumber' });
  useTitle(detailsTexts.routeTitle(orderNumber));
  const wide = useWide();
  const navigate = useNavigate();
  return (
    <div className={`page gutter pb-16 ${wide ? '' : 'max-w-3xl'}`}>
      {wide ? (
        <HistoryHeading />
      ) : (
        <div className="py-4 md:py-6">
          <BackButton label={detailsTexts.back} render={<Link {...paths.bookingHistory()} />} />
        </div>
      )}
      <div className={wide ? besideList : undefined}>
        {wide && (
          <HistoryColumn
            current={orderNumber}
            tab="All"
            onTab={(tab) => void navigate(paths.bookingHistory({ tab }))}
          />
        )}
        {/* The same element at each width, so that its windows stay open when the width changes. */}
        <div className={wide ? 'sticky top-6' : undefined}>
          <OrderPanel orderNumber={orderNumber} level={wide ? 2 : 1} />
        </div>
      </div>
    </div>
  );
}
