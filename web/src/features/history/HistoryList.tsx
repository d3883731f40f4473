import { Link } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { useVenueZone } from '@/api/use-venue-zone';
import { useOnline } from '@/lib/online';
import { paths } from '@/lib/paths';
import { historyTabs } from '@/lib/search';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { SlowNote } from '@/ui/SlowNote';
import { Tabs } from '@/ui/Tabs';
import { NoHistoryArt } from '@/ui/art/NoHistoryArt';
import { byTime, historyParts, inTab, type HistoryItem, type HistoryTab } from './history-item';
import { columns, HistoryRow } from './HistoryRow';
import { historyTexts } from './texts';
import type { useBookingHistory } from './use-booking-history';

export interface HistoryListProps {
  history: ReturnType<typeof useBookingHistory>;
  items: readonly HistoryItem[];
  now: number;
  tab: HistoryTab;
  onTab: (tab: HistoryTab) => void;
  /** The number of the order whose details are beside the list; null if there are none. */
  current: string | null;
}

/** The five tabs and their bookings (spec §2, booking history). */
export function HistoryList({ history, items, now, tab, onTab, current }: HistoryListProps) {
  return (
    <Tabs
      label={historyTexts.tabs}
      tabs={historyTabs.map((id) => ({ id, label: historyTexts.tab[id] }))}
      selected={tab}
      onSelect={onTab}
    >
      {history.isPending ? (
        <ListSkeleton />
      ) : history.isError ? (
        <LoadFailure
          title={historyTexts.failedHere}
          message={failureMessage(history.error)}
          retryLabel={historyTexts.retry}
          isBusy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <Groups items={inTab(items, tab)} now={now} tab={tab} current={current} />
      )}
    </Tabs>
  );
}

function Groups({ items, now, tab, current }: Pick<HistoryListProps, 'items' | 'now' | 'tab' | 'current'>) {
  const operatorZone = useVenueZone(null);
  if (items.length === 0) {
    const bookable = tab === 'All' || tab === 'Courts';
    return (
      <EmptyState
        art={<NoHistoryArt />}
        title={historyTexts.empty(historyTexts.tab[tab])}
        text={bookable ? historyTexts.emptyHint : historyTexts.emptyElsewhere}
        action={
          bookable && (
            <Button variant="lime" size="md" render={<Link {...paths.location()} />}>
              {historyTexts.book}
            </Button>
          )
        }
      />
    );
  }
  const parts = byTime(items, now, operatorZone);
  return (
    <div className="grid gap-7">
      {historyParts.map((part) => (
        <Group
          key={part}
          title={historyTexts.part[part]}
          note={part === 'payments' ? historyTexts.paymentsNote : undefined}
          items={parts[part]}
          now={now}
          current={current}
        />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<HistoryListProps, 'items' | 'now' | 'current'> {
  title: string;
  note?: string | undefined;
}

function Group({ title, note, items, now, current }: GroupProps) {
  if (items.length === 0) return null;
  const { booking, when, court, amount, status } = historyTexts.columns;
  return (
    <section>
      <h2 className="display mb-3 text-h4">{title}</h2>
      {note !== undefined && <p className="mb-3 text-small text-quiet">{note}</p>}
      {/* Each line names its values itself; the head is only for sighted players. */}
      <div
        aria-hidden="true"
        className={`hidden gap-4 border-b border-line px-3 pb-2 text-tiny font-semibold text-quiet md:grid ${columns}`}
      >
        <span>{booking}</span>
        <span>{when}</span>
        <span className="lg:hidden xl:inline">{court}</span>
        <span className="hidden xl:inline">{amount}</span>
        <span className="justify-self-end">{status}</span>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 md:mt-1 md:gap-0.5">
        {items.map((item) => (
          <HistoryRow
            key={item.orderNumber ?? item.id}
            item={item}
            now={now}
            current={current !== null && item.orderNumber === current}
          />
        ))}
      </ul>
    </section>
  );
}

function ListSkeleton() {
  const online = useOnline();
  return (
    <Loading label={historyTexts.loading}>
      <div className="grid gap-2.5">
        <Skeleton className="mb-1 h-6 w-32" />
        {['a', 'b', 'c', 'd'].map((card) => (
          <div key={card} className="flex gap-4 rounded-lg border border-line bg-card p-3">
            <Skeleton className="size-18 shrink-0 md:size-13" />
            <div className="grid flex-1 content-center gap-2.5">
              <Skeleton className="h-5 w-2/3 max-w-60" />
              <Skeleton className="h-4 w-1/2 max-w-44" />
              <Skeleton className="h-6 w-28 rounded-full md:hidden" />
            </div>
          </div>
        ))}
      </div>
      <SlowNote slow={historyTexts.slow} offline={online ? undefined : historyTexts.offline} />
    </Loading>
  );
}
