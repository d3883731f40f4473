import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, FileUp } from 'lucide-react';
import { useRef, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { failureMessage } from '@/api/failure-message';
import { chipDay, dayIn, dateTimeText } from '@/lib/dates';
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
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { zoneOf } from '@/desk/api/zone-of';
import { DetailSheet } from '@/desk/layout/DetailSheet';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { lastVenue } from '@/desk/lib/last-venue';
import { useListSteps } from '@/desk/lib/list-steps';
import { paths } from '@/desk/lib/paths';
import { useShortcutName } from '@/desk/lib/single-keys';
import { useRowFocus } from '@/desk/lib/use-row-focus';
import { useServerNow } from '@/desk/lib/use-server-now';
import { MoneyTabs } from '@/desk/day-money/MoneyTabs';
import { Proven } from '@/desk/passkeys/Proven';
import { ImportDialog } from './ImportDialog';
import { LineFacts } from './LineFacts';
import { PayoutFacts } from './PayoutFacts';
import { PayoutList } from './PayoutList';
import { isPayout, payoutsQuery, useLine } from './payouts';
import { payoutsTexts } from './texts';

/** The explanations that are being written, by the ids of their lines. */
type TypedExplanations = ReadonlyMap<string, string>;

/** The texts with that of one line replaced; null removes it. */
function withText(before: TypedExplanations, line: string, text: string | null): TypedExplanations {
  const next = new Map(before);
  if (text === null) next.delete(line);
  else next.set(line, text);
  return next;
}

/** How often the screen checks whether a new day has begun, in milliseconds. */
const STEP_MILLISECONDS = 30_000;

/**
 * The payouts of the payment provider and the lines that need an explanation; the opened one is beside or over the
 * list.
 */
export function PayoutsPage() {
  useTitle(payoutsTexts.title);
  const me = useMe();
  // Kept outside `Proven`: after a new proof the typed text is there, and the import dialog is open with its file.
  const [typed, setTyped] = useState<TypedExplanations>(new Map());
  const [importing, setImporting] = useState<Importing | null>(null);
  if (me === undefined) return null;
  if (!may(me, 'payout.read')) {
    return (
      <div className="grid flex-1 place-content-center">
        <EmptyState text={payoutsTexts.notAllowed} />
      </div>
    );
  }
  return (
    <Proven
      around={(form) => (
        <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 min-[40rem]:px-5">
          <Head me={me} />
          {form}
        </div>
      )}
    >
      {(onProofNeeded) => (
        <Payouts
          me={me}
          typed={typed}
          onType={setTyped}
          importing={importing}
          onImporting={setImporting}
          onProofNeeded={onProofNeeded}
        />
      )}
    </Proven>
  );
}

/** The title, the tabs of the screens about money, and the buttons of this screen. */
function Head({ me, children }: { me: Me; children?: ReactNode }) {
  const venue = lastVenue(me.venues);
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  const today = dayIn(zoneOf(me, venue ?? null), new Date(now));
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <h1 className="display text-h2">
        {payoutsTexts.money}
        <span className="sr-only">{`, ${payoutsTexts.title}`}</span>
      </h1>
      <MoneyTabs me={me} venue={venue} day={today} today={today} current="payouts" />
      {children}
    </div>
  );
}

/** The file that was chosen to be imported; null before one is. */
interface Importing {
  file: File | null;
}

function Payouts({
  me,
  typed,
  onType,
  importing,
  onImporting,
  onProofNeeded,
}: {
  me: Me;
  typed: TypedExplanations;
  onType: Dispatch<SetStateAction<TypedExplanations>>;
  /** What the dialog that imports a file has; null while it is closed. */
  importing: Importing | null;
  onImporting: (importing: Importing | null) => void;
  onProofNeeded: () => void;
}) {
  const navigate = useNavigate();
  const online = useOnline();
  const isWide = useMedia('(width >= 80rem)');
  const isPhone = useMedia('(width < 40rem)');
  const { payout: chosen } = useParams({ strict: false }) as { payout?: string };
  const query = useInfiniteQuery(payoutsQuery);
  const isProofOver = useExpiredProof(query.error, ['payouts'], onProofNeeded);
  const pages = query.data?.pages;
  const first = pages?.[0];
  const payouts = (pages ?? []).flatMap((page) => page.payouts);
  const ids = [...(first?.open ?? []).map(({ id }) => id), ...payouts.map(({ id }) => id)];
  const line = useLine(first?.open ?? [], chosen);
  const neighbour = useListSteps(ids, chosen);
  const root = useRef<HTMLDivElement>(null);
  const shortcut = useShortcutName();
  useShortcuts(root);
  const place = useRowFocus(root, chosen);
  // A payout is of no venue: its day stays the same, whatever board was shown last.
  const zone = me.business.time_zone;

  function open(id: string | undefined) {
    void navigate({ ...paths.payouts(id), replace: chosen !== undefined && id !== undefined });
  }
  /**
   * Goes on from the newest address, which may not be rendered yet, so that each of several quick presses of a key
   * counts.
   */
  function step(by: 1 | -1) {
    void navigate({
      ...paths.payouts(),
      params: ({ payout }: { payout?: string | undefined }) => ({ payout: neighbour(payout ?? place(), by) }),
      replace: chosen !== undefined,
    });
  }
  // If the list did not load, there is no sheet, so that its retry button can be pressed.
  const hasSheet = chosen !== undefined && !isWide && first !== undefined;
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div
        inert={isPhone && hasSheet}
        className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 min-[40rem]:px-5"
      >
        <Head me={me}>
          <div className="ml-auto flex gap-2 max-[40rem]:ml-0 max-[40rem]:w-full">
            {may(me, 'payout.explain') && (
              <Button
                variant="outline"
                size="sm"
                aria-keyshortcuts={shortcut('I')}
                disabled={!online}
                icon={<FileUp aria-hidden="true" className="size-4.5" />}
                onClick={() => onImporting({ file: null })}
              >
                {payoutsTexts.importFile}
              </Button>
            )}
            {ids.length > 0 && (
              <div className="flex gap-2 max-[40rem]:hidden">
                <IconButton
                  label={payoutsTexts.previous}
                  aria-keyshortcuts={shortcut('K')}
                  icon={<ChevronUp aria-hidden="true" className="size-5" />}
                  onClick={() => step(-1)}
                />
                <IconButton
                  label={payoutsTexts.next}
                  aria-keyshortcuts={shortcut('J')}
                  icon={<ChevronDown aria-hidden="true" className="size-5" />}
                  onClick={() => step(1)}
                />
              </div>
            )}
          </div>
        </Head>
        {!online && (
          <div className="mb-3">
            <Notice tone="warn" tight isLive title={payoutsTexts.offline} />
          </div>
        )}
        {query.isError && pages !== undefined && online && !isProofOver && (
          <div className="mb-3">
            <LoadFailure
              title={payoutsTexts.stale}
              message={failureMessage(query.error)}
              retryLabel={payoutsTexts.retryLoad}
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
              strip
            />
          </div>
        )}
        {first !== undefined && first.unread_days.length > 0 && (
          <div className="mb-3">
            <Notice tone="warn" tight title={payoutsTexts.unread(first.unread_days.map(chipDay).join(', '))}>
              {payoutsTexts.unreadText}
            </Notice>
          </div>
        )}
        {content()}
      </div>
      {(isWide || hasSheet) && first !== undefined && (ids.length > 0 || chosen !== undefined) && (
        <DetailSheet label={payoutsTexts.facts} isBeside={isWide} onClose={() => open(undefined)}>
          {facts()}
        </DetailSheet>
      )}
      {importing !== null && (
        <ImportDialog
          file={importing.file}
          onFile={(file) => onImporting({ file })}
          onProofNeeded={onProofNeeded}
          onClose={() => onImporting(null)}
        />
      )}
    </div>
  );

  function facts() {
    const onClose = isWide ? null : () => open(undefined);
    if (chosen !== undefined && isPayout(chosen)) {
      return (
        <PayoutFacts
          key={chosen}
          id={chosen}
          zone={zone}
          onOpen={open}
          onProofNeeded={onProofNeeded}
          onClose={onClose}
        />
      );
    }
    if (line !== undefined) {
      return (
        <LineFacts
          key={line.id}
          me={me}
          line={line}
          zone={zone}
          typed={typed.get(line.id) ?? null}
          onType={(text) => onType((latest) => withText(latest, line.id, text))}
          onProofNeeded={onProofNeeded}
          onClose={onClose}
        />
      );
    }
    return (
      <div className="grid flex-1 place-content-center justify-items-center gap-3 p-5">
        <EmptyState text={chosen === undefined ? payoutsTexts.choose : payoutsTexts.gone} />
        {onClose !== null && (
          <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
            {payoutsTexts.back}
          </Button>
        )}
      </div>
    );
  }

  function content() {
    if (first === undefined) {
      if (query.error !== null && !isProofOver) {
        return (
          <LoadFailure
            title={payoutsTexts.failedToLoad}
            message={failureMessage(query.error)}
            retryLabel={payoutsTexts.retryLoad}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        );
      }
      return (
        <Loading label={payoutsTexts.loading}>
          <Skeleton className="h-64 w-full" />
        </Loading>
      );
    }
    if (ids.length === 0) {
      // What was paid out on these days is not known; the notice above says it.
      if (first.unread_days.length > 0) return null;
      return (
        <EmptyState title={payoutsTexts.empty} text={first.is_read ? payoutsTexts.emptyText : payoutsTexts.emptyFile} />
      );
    }
    return (
      <>
        <PayoutList
          zone={zone}
          first={first}
          payouts={payouts}
          chosen={chosen}
          onOpen={open}
          hasMore={query.hasNextPage}
          isBusy={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
        {first.is_read && (
          <p className="mt-4 text-small text-quiet">
            {first.read_at === null ? payoutsTexts.neverRead : payoutsTexts.readAt(dateTimeText(first.read_at, zone))}
          </p>
        )}
      </>
    );
  }
}
