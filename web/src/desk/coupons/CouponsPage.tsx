import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { may, useMe, type Me } from '@/desk/api/me';
import { DetailSheet } from '@/desk/layout/DetailSheet';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { KeyHint } from '@/desk/booking/KeyHint';
import { useListSteps } from '@/desk/lib/list-steps';
import { paths } from '@/desk/lib/paths';
import type { CouponsSearch } from '@/desk/lib/search';
import { useShortcutName } from '@/desk/lib/single-keys';
import { useRowFocus } from '@/desk/lib/use-row-focus';
import { CouponForm } from './CouponForm';
import { CouponList } from './CouponList';
import { CouponSheet } from './CouponSheet';
import { couponsQuery } from './coupons';
import { dropEdit, NO_CODE } from './edits';
import { couponsTexts } from './texts';

/** The coupons: the list, and beside it, or over it, the chosen one or a form. */
export function CouponsPage() {
  useTitle(couponsTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  if (!may(me, 'coupon.edit')) {
    return (
      <div className="grid flex-1 place-content-center">
        <EmptyState text={couponsTexts.notAllowed} />
      </div>
    );
  }
  return <Screen me={me} />;
}

function Screen({ me }: { me: Me }) {
  const navigate = useNavigate();
  const online = useOnline();
  const isWide = useMedia('(width >= 80rem)');
  const isPhone = useMedia('(width < 40rem)');
  const { coupon: chosen } = useParams({ strict: false }) as { coupon?: string };
  const { form } = useSearch({ strict: false }) as CouponsSearch;
  const query = useInfiniteQuery(couponsQuery);
  const pages = query.data?.pages;
  const coupons = (pages ?? []).flatMap((page) => page.coupons);
  const root = useRef<HTMLDivElement>(null);
  const shortcut = useShortcutName();
  useShortcuts(root);
  const neighbour = useListSteps(
    coupons.map(({ code }) => code),
    chosen,
  );
  const isNew = form === 'new';
  const hasSheet = isNew || chosen !== undefined;
  const place = useRowFocus(root, chosen, hasSheet);

  const changed = form === 'change' ? chosen : undefined;
  useDropWhenClosed(isNew ? NO_CODE : changed, chosen);

  function open(code: string | undefined) {
    void navigate({ ...paths.coupons(code), replace: hasSheet && code !== undefined });
  }
  /**
   * Goes on from the newest address, which may not be rendered yet, so that each of several quick presses of a key
   * counts.
   */
  function step(by: 1 | -1) {
    void navigate({
      ...paths.coupons(),
      params: ({ coupon }: { coupon?: string | undefined }) => ({ coupon: neighbour(coupon ?? place(), by) }),
      replace: hasSheet,
    });
  }
  const isOver = hasSheet && !isWide;
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div
        inert={isPhone && isOver}
        className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 min-[40rem]:px-5"
      >
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="display text-h2">{couponsTexts.title}</h1>
          <div className="ml-auto flex gap-2">
            {coupons.length > 0 && (
              <div className="flex gap-2 max-[40rem]:hidden">
                <IconButton
                  label={couponsTexts.previous}
                  aria-keyshortcuts={shortcut('K')}
                  icon={<ChevronUp aria-hidden="true" className="size-5" />}
                  onClick={() => step(-1)}
                />
                <IconButton
                  label={couponsTexts.next}
                  aria-keyshortcuts={shortcut('J')}
                  icon={<ChevronDown aria-hidden="true" className="size-5" />}
                  onClick={() => step(1)}
                />
              </div>
            )}
            {pages !== undefined && !isNew && (
              <Button
                variant={form === undefined ? 'lime' : 'outline'}
                size="sm"
                aria-keyshortcuts={shortcut('N')}
                disabled={!online}
                icon={<Plus aria-hidden="true" className="size-4.5" />}
                onClick={() => void navigate(paths.coupons(undefined, { form: 'new' }))}
              >
                {couponsTexts.add}
                <KeyHint>{'N'}</KeyHint>
              </Button>
            )}
          </div>
        </div>
        {!online && (
          <div className="mb-3">
            <Notice tone="warn" tight isLive title={couponsTexts.offline} />
          </div>
        )}
        {query.isError && pages !== undefined && online && (
          <div className="mb-3">
            <LoadFailure
              title={couponsTexts.stale}
              message={failureMessage(query.error)}
              retryLabel={couponsTexts.retryLoad}
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
              strip
            />
          </div>
        )}
        {content()}
      </div>
      {(isOver || (isWide && (hasSheet || coupons.length > 0))) && (
        <DetailSheet
          label={isNew ? couponsTexts.newTitle : couponsTexts.facts}
          isBeside={isWide}
          onClose={() => open(undefined)}
        >
          {sheet()}
        </DetailSheet>
      )}
    </div>
  );

  function sheet() {
    if (isNew) return <CouponForm me={me} onClose={() => open(undefined)} onSaved={open} />;
    if (chosen === undefined) {
      return (
        <div className="grid flex-1 place-content-center p-5">
          <EmptyState text={couponsTexts.choose} />
        </div>
      );
    }
    return (
      <CouponSheet
        key={chosen}
        me={me}
        code={chosen}
        listed={coupons.find(({ code }) => code === chosen)}
        form={form}
        canClose={!isWide}
        onForm={(next) => void navigate({ ...paths.coupons(chosen, { form: next }), replace: true })}
        onClose={() => open(undefined)}
      />
    );
  }

  function content() {
    if (pages === undefined) {
      if (query.error !== null) {
        return (
          <LoadFailure
            title={couponsTexts.failedToLoad}
            message={failureMessage(query.error)}
            retryLabel={couponsTexts.retryLoad}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        );
      }
      return (
        <Loading label={couponsTexts.loading}>
          <Skeleton className="h-64 w-full" />
        </Loading>
      );
    }
    if (coupons.length === 0) return <EmptyState title={couponsTexts.empty} text={couponsTexts.emptyText} />;
    return (
      <CouponList
        coupons={coupons}
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

/**
 * Drops the changes of the form when it was closed in any way, such as a swipe or the browser's Back; `edited` is its coupon, undefined
 * without an open form. They stay if another coupon was opened in its place, or another screen, where this one is removed.
 */
function useDropWhenClosed(edited: string | undefined, chosen: string | undefined): void {
  const last = useRef(edited);
  useEffect(() => {
    const before = last.current;
    last.current = edited;
    if (before !== undefined && edited === undefined && (chosen === undefined || chosen === before)) dropEdit(before);
  }, [edited, chosen]);
}
