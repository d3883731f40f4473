import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { longDay, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { isCancelled } from '@/desk/lib/is-cancelled';
import { usesQuery, type UsesPage } from './coupons';
import { couponsTexts } from './texts';

/**
 * The bookings with a coupon at the person's venues, each a link to the board of its venue if that is among `venues`.
 * `wasUsed` is whether a player has used the coupon anywhere.
 */
export function CouponUses({ venues, code, wasUsed }: { venues: Me['venues']; code: string; wasUsed: boolean }) {
  const query = useInfiniteQuery(usesQuery(code));
  const uses = query.data?.pages.flatMap((page) => page.uses);
  return (
    <section aria-label={couponsTexts.usesTitle} className="mt-5">
      <h3 className="mb-1 font-bold">{couponsTexts.usesTitle}</h3>
      {content()}
    </section>
  );

  function content() {
    if (uses === undefined) {
      if (query.error === null) {
        return (
          <Loading label={couponsTexts.loading}>
            <Skeleton className="h-24 w-full" />
          </Loading>
        );
      }
      return failure(query.error);
    }
    if (uses.length === 0) {
      return <p className="text-[.9375rem] text-quiet">{wasUsed ? couponsTexts.noUsesHere : couponsTexts.noUses}</p>;
    }
    return (
      <>
        <ul className="rows">
          {uses.map((use) => (
            <Row key={use.booking.order} use={use} hasBoard={venues.some(({ id }) => id === use.venue)} />
          ))}
        </ul>
        {query.error !== null && query.isFetchNextPageError && <div className="pt-3">{failure(query.error)}</div>}
        {query.hasNextPage && (
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {couponsTexts.more}
          </Button>
        )}
      </>
    );
  }

  function failure(cause: Error) {
    return (
      <LoadFailure
        title={couponsTexts.usesFailed}
        message={failureMessage(cause)}
        retryLabel={couponsTexts.retryLoad}
        isBusy={query.isFetching}
        onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        strip
      />
    );
  }
}

function Row({
  use: { booking, venue, status, discount_paise },
  hasBoard,
}: {
  use: UsesPage['uses'][number];
  hasBoard: boolean;
}) {
  const isOff = isCancelled(status);
  const place = `${courtName(booking.court)}, ${timeText(booking.minute)}, ${longDay(booking.day)}`;
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className={`block font-semibold wrap-anywhere ${hasBoard ? 'underline underline-offset-4' : ''}`}>
          {booking.name}
        </span>
        <span className="figures block text-[.8125rem] text-quiet">
          {isOff ? `${place} · ${couponsTexts.cancelled}` : place}
        </span>
      </span>
      <span className={`figures shrink-0 font-bold ${isOff ? 'text-quiet line-through' : ''}`}>
        {rupees(discount_paise / 100)}
      </span>
    </>
  );
  return (
    <li>
      {hasBoard ? (
        <Link
          {...paths.board(venue, { day: booking.day, open: booking.order })}
          className="flex min-h-14 items-center gap-4 py-2 focus-visible:focus-ring"
        >
          {content}
        </Link>
      ) : (
        <div className="flex min-h-14 items-center gap-4 py-2">{content}</div>
      )}
    </li>
  );
}
