import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { courtKind } from '@/lib/court-kind';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { Pass } from '@/ui/Pass';
import { courtName } from '@/lib/court-name';
import { rupees } from '@/lib/money';
import type { HistoryItem } from './history-item';
import { HistoryScreen } from './HistoryScreen';
import { detailsTexts, historyTexts } from './texts';

/** The booking history (spec §2): five tabs; on large screens the next game's pass at the side. */
export function BookingHistoryPage() {
  useTitle(historyTexts.routeTitle);
  const { tab = 'All' } = useSearch({ from: '/your-profile/booking-history' });
  const navigate = useNavigate();
  return (
    <HistoryScreen
      tab={tab}
      // Switching tabs replaces the history entry, so that back leaves the page instead of stepping through the tabs.
      onTab={(next) => void navigate({ ...paths.bookingHistory({ tab: next }), replace: true })}
      side={(next) => next && <NextPass item={next} />}
    />
  );
}

function NextPass({ item }: { item: HistoryItem }) {
  const { booking } = item;
  if (item.orderNumber === null) return null;
  const texts = historyTexts.pass;
  return (
    <section className="grid gap-4">
      <h2 className="display text-h4">{historyTexts.nextUp}</h2>
      <Pass
        eyebrow={texts.eyebrow}
        court={courtName(booking.court ?? '')}
        number={booking.court?.match(/\d+/)?.[0]}
        courtType={courtKind(booking.court_type)}
        courtTypeName={detailsTexts.courtType[booking.court_type ?? 'OUTDOOR']}
        facts={[
          { label: texts.date, value: item.date },
          { label: texts.time, value: item.time },
          { label: texts.location, value: item.title, more: item.location, wide: true },
          ...(booking.total_amount === undefined ? [] : [{ label: texts.amount, value: rupees(booking.total_amount) }]),
        ]}
        orderLabel={texts.order}
        order={item.orderId}
      />
      <Button size="md" variant="outline" render={<Link {...paths.historyDetails(item.orderNumber)} />}>
        {historyTexts.details}
      </Button>
    </section>
  );
}
