import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { paths } from '@/lib/paths';
import { useWide } from '@/lib/use-wide';
import { BackButton } from '@/ui/BackButton';
import { PageHeading } from '@/ui/PageHeading';
import { historyItems, nextGame, type HistoryItem, type HistoryTab } from './history-item';
import { HistoryList } from './HistoryList';
import { historyTexts } from './texts';
import { useBookingHistory } from './use-booking-history';

export interface HistoryScreenProps {
  tab: HistoryTab;
  onTab: (tab: HistoryTab) => void;
  /** The content beside the list on large screens. */
  side: (next: HistoryItem | null) => ReactNode;
}

/** The classes of the list and what is beside it. */
export const besideList =
  'mt-4 grid items-start gap-8 md:mt-6 lg:grid-cols-[minmax(0,1fr)_23rem] xl:grid-cols-[minmax(0,1fr)_24.5rem] xl:gap-10';

/** The list with its heading; on large screens `side` is beside it. */
export function HistoryScreen({ tab, onTab, side }: HistoryScreenProps) {
  const wide = useWide();
  const { history, items, now } = useItems();
  const beside = wide ? side(nextGame(items, now)) : null;
  return (
    <div className="page gutter pb-16">
      <HistoryHeading />
      <div className={beside ? besideList : 'mt-4 md:mt-6'}>
        <HistoryList history={history} items={items} now={now} tab={tab} onTab={onTab} current={null} />
        {beside !== null && <aside className="sticky top-6">{beside}</aside>}
      </div>
    </div>
  );
}

/** The list beside an open booking. */
export function HistoryColumn({
  current,
  tab,
  onTab,
}: Omit<HistoryScreenProps, 'side'> & {
  /** The open booking. */
  current: string;
}) {
  return <HistoryList {...useItems()} tab={tab} onTab={onTab} current={current} />;
}

/** The heading of the bookings. */
export function HistoryHeading() {
  return (
    <PageHeading
      title={historyTexts.title}
      subtitle={historyTexts.subtitle}
      back={<BackButton label={historyTexts.back} render={<Link {...paths.profile()} />} />}
    />
  );
}

/** The bookings of the player, and the time at which they are listed, by the server's clock. */
function useItems() {
  const history = useBookingHistory();
  const [openedAt] = useState(() => Date.now());
  // An app may stay open for days, and the device's clock may be wrong by hours.
  const now = Math.max(openedAt, history.dataUpdatedAt) - (history.data?.clockAhead ?? 0);
  return { history, items: historyItems(history.data?.records ?? []), now };
}
