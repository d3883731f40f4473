import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { chipDay, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { paths } from '@/desk/lib/paths';
import { usesQuery, type UsesPage } from './coupons';
import { couponsTexts } from './texts';

/** The bookings with a coupon, each a link to the board. */
export function CouponUses({ code }: { code: string }) {
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
      return (
        <LoadFailure
          title={couponsTexts.usesFailed}
          message={failureMessage(query.error)}
          retryLabel={couponsTexts.retryLoad}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
          strip
        />
      );
    }
    if (uses.length === 0) return <p className="text-[.9375rem] text-quiet">{couponsTexts.noUses}</p>;
    return (
      <>
        <ul className="rows">
          {uses.map((use) => (
            <Row key={use.booking.order} use={use} />
          ))}
        </ul>
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
}

function Row({ use: { booking, venue, status, discount_paise } }: { use: UsesPage['uses'][number] }) {
  const isCancelled = status === 'cancelled' || status === 'cancel_requested';
  const place = `${courtName(booking.court)}, ${timeText(booking.minute)}, ${chipDay(booking.day)}`;
  return (
    <li>
      <Link
        {...paths.board(venue, { day: booking.day, open: booking.order })}
        className="flex min-h-14 items-center gap-4 py-2 focus-visible:focus-ring"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere underline underline-offset-4">{booking.name}</span>
          <span className="figures block text-[.8125rem] text-quiet">
            {isCancelled ? `${place} · ${couponsTexts.cancelled}` : place}
          </span>
        </span>
        <span className={`figures shrink-0 font-bold ${isCancelled ? 'text-quiet line-through' : ''}`}>
          {rupees(discount_paise / 100)}
        </span>
      </Link>
    </li>
  );
}
