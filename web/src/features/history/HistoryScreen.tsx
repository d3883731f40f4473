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
  /** The booking whose details are shown beside the list, if one is open. */
  current: string | null;
  tab: HistoryTab;
  onTab: (tab: HistoryTab) => void;
  /** The content beside the list on large screens. */
  side: (next: HistoryItem | null) => ReactNode;
}

/** The list with its heading; on large screens a second column holds the open booking or the next pass. */
export function HistoryScreen({ current, tab, onTab, side }: HistoryScreenProps) {
  const wide = useWide();
  const history = useBookingHistory();
  const [openedAt] = useState(() => Date.now());
  // An app that stays open for days fetches the list again when the player returns to it.
  const now = Math.max(openedAt, history.dataUpdatedAt);
  const records = history.data?.records;
  const items = historyItems(records ?? []);
  const beside = wide ? side(nextGame(items, now)) : null;
  return (
    <div className="page gutter pb-16">
      <PageHeading
        title={historyTexts.title}
        subtitle={historyTexts.subtitle}
        back={<BackButton label={historyTexts.back} render={<Link {...paths.profile()} />} />}
      />
      <div
        className={`mt-4 md:mt-6 ${beside ? 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] xl:gap-10 xl:grid-cols-[minmax(0,1fr)_24.5rem]' : ''}`}
      >
        <HistoryList history={history} items={items} now={now} tab={tab} onTab={onTab} current={current} />
        {beside !== null && <aside className="sticky top-6">{beside}</aside>}
      </div>
    </div>
  );
}
