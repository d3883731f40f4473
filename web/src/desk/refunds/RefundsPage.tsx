import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dayIn } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { clockOffset } from '@/desk/api/connection';
import { may, useMe, type Me } from '@/desk/api/me';
import { DetailSheet } from '@/desk/layout/DetailSheet';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { lastVenue } from '@/desk/lib/last-venue';
import { useListSteps } from '@/desk/lib/list-steps';
import { paths } from '@/desk/lib/paths';
import { useShortcutName } from '@/desk/lib/single-keys';
import { useRowFocus } from '@/desk/lib/use-row-focus';
import { useServerNow } from '@/desk/lib/use-server-now';
import { zoneOf } from '@/desk/api/zone-of';
import { MoneyTabs } from '@/desk/day-money/MoneyTabs';
import { RefundFacts } from './RefundFacts';
import { RefundList } from './RefundList';
import { refundsQuery } from './refunds';
import { refundsTexts } from './texts';

/** How often the screen checks whether a new day has begun, in milliseconds. */
const STEP_MILLISECONDS = 30_000;

/** Shows the queue of refunds: the list, and beside it or over it the chosen refund. */
export function RefundsPage() {
  useTitle(refundsTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  if (!may(me, 'refund.settle')) {
    return (
      <div className="grid flex-1 place-content-center">
        <EmptyState text={refundsTexts.notAllowed} />
      </div>
    );
  }
  return <Queue me={me} />;
}

function Queue({ me }: { me: Me }) {
  const navigate = useNavigate();
  const online = useOnline();
  const isWide = useMedia('(width >= 80rem)');
  const isPhone = useMedia('(width < 40rem)');
  const { refund: chosen } = useParams({ strict: false }) as { refund?: string };
  const query = useInfiniteQuery(refundsQuery);
  const pages = query.data?.pages;
  const refunds = (pages ?? []).flatMap((page) => page.refunds);
  const shown = refunds.find(({ id }) => id === chosen);
  const neighbour = useListSteps(
    refunds.map(({ id }) => id),
    chosen,
  );
  const root = useRef<HTMLDivElement>(null);
  const shortcut = useShortcutName();
  useShortcuts(root);
  const place = useRowFocus(root, chosen);
  const venue = lastVenue(me.venues);
  const today = dayIn(zoneOf(me, venue ?? null), new Date(useServerNow(clockOffset(), STEP_MILLISECONDS)));

  function open(refund: string | undefined) {
    void navigate({ ...paths.refunds(refund), replace: chosen !== undefined && refund !== undefined });
  }
  /**
   * Goes on from the newest address, which may not be rendered yet, so that each of several quick presses of a key
   * counts.
   */
  function step(by: 1 | -1) {
    void navigate({
      ...paths.refunds(),
      params: ({ refund }: { refund?: string | undefined }) => ({ refund: neighbour(refund ?? place(), by) }),
      replace: chosen !== undefined,
    });
  }
  // On phones a sheet covers the list, which is inert then. If the list did not load, there is no sheet, so that its retry button can be pressed.
  const hasRefunds = pages !== undefined && refunds.length > 0;
  const hasSheet = chosen !== undefined && !isWide && hasRefunds;
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div
        inert={isPhone && hasSheet}
        className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 min-[40rem]:px-5"
      >
        <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="display text-h2">
            {refundsTexts.money}
            <span className="sr-only">{`, ${refundsTexts.title}`}</span>
          </h1>
          <MoneyTabs me={me} venue={venue} day={today} today={today} current="refunds" />
          {refunds.length > 0 && (
            <div className="ml-auto flex gap-2 max-[40rem]:hidden">
              <IconButton
                label={refundsTexts.previous}
                aria-keyshortcuts={shortcut('K')}
                icon={<ChevronUp aria-hidden="true" className="size-5" />}
                onClick={() => step(-1)}
              />
              <IconButton
                label={refundsTexts.next}
                aria-keyshortcuts={shortcut('J')}
                icon={<ChevronDown aria-hidden="true" className="size-5" />}
                onClick={() => step(1)}
              />
            </div>
          )}
        </div>
        {!online && (
          <div className="mb-3">
            <Notice tone="warn" tight isLive title={refundsTexts.offline} />
          </div>
        )}
        {query.isError && pages !== undefined && online && (
          <div className="mb-3">
            <LoadFailure
              title={refundsTexts.stale}
              message={failureMessage(query.error)}
              retryLabel={refundsTexts.retryLoad}
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
              strip
            />
          </div>
        )}
        {content()}
      </div>
      {(isWide || hasSheet) && hasRefunds && (
        <DetailSheet label={refundsTexts.facts} isBeside={isWide} onClose={() => open(undefined)}>
          {shown === undefined ? (
            <div className="grid flex-1 place-content-center p-5">
              {chosen === undefined ? <EmptyState text={refundsTexts.choose} /> : missing()}
            </div>
          ) : (
            <RefundFacts key={shown.id} me={me} refund={shown} canClose={!isWide} onClose={() => open(undefined)} />
          )}
        </DetailSheet>
      )}
    </div>
  );

  /** Shown in place of a refund that is not on the loaded pages. */
  function missing() {
    if (!query.hasNextPage) return <EmptyState text={refundsTexts.gone} />;
    const more = (
      <Button variant="outline" size="sm" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {refundsTexts.more}
      </Button>
    );
    return <EmptyState text={refundsTexts.notShown} action={more} />;
  }

  function content() {
    if (pages === undefined) {
      if (query.error !== null) {
        return (
          <LoadFailure
            title={refundsTexts.failedToLoad}
            message={failureMessage(query.error)}
            retryLabel={refundsTexts.retryLoad}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        );
      }
      return (
        <Loading label={refundsTexts.loading}>
          <Skeleton className="h-64 w-full" />
        </Loading>
      );
    }
    if (refunds.length === 0) return <EmptyState title={refundsTexts.empty} text={refundsTexts.emptyText} />;
    return (
      <RefundList
        me={me}
        refunds={refunds}
        first={pages[0]}
        chosen={chosen}
        onOpen={open}
        hasMore={query.hasNextPage}
        isBusy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    );
  }
}
