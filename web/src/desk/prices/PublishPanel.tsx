import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, CalendarX2, LockKeyhole, TriangleAlert, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { chipDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Skeleton } from '@/ui/Skeleton';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { countText } from '@/desk/lib/count-text';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { shownPreview } from '@/desk/publishing/shown-preview';
import { ValidFrom } from '@/desk/publishing/ValidFrom';
import { weekdayName } from '@/desk/lib/weekdays';
import { Proven } from '@/desk/passkeys/Proven';
import { NO_DRAFT, strokesOnSale, type Draft } from './draft';
import { courtsText, groupsOf } from './groups';
import {
  pricePreviewQuery,
  pricesPublishing,
  pricesQuery,
  publishPrices,
  type PriceChange,
  type PricePreview,
  type Prices,
} from './prices';
import { pricesTexts } from './texts';
import { changesOf, hourRangeText, runsOf, weekdaysText, type Change, type Weeks } from './week';

/** The most lines of changes that are listed. */
const MOST_LINES = 8;
/** The most spans of hours, or seasons, that a warning names. */
const MOST_NAMED = 3;

/** The change that a draft makes; null if it makes none. */
export function changeOf(prices: Prices, draft: Draft, validFrom: string): PriceChange | null {
  const { revertTo } = draft;
  const strokes = revertTo === null ? strokesOnSale(draft, prices) : [];
  if (strokes.length === 0 && revertTo === null) return null;
  return { base_version: prices.version, valid_from: validFrom, strokes, revert_to: revertTo };
}

/** What a draft changes, from which day, and the way to publish it. */
export function PublishPanel({
  venue,
  prices,
  draft,
  before,
  after,
  validFrom,
  isPublishing,
  onDraft,
  onPublished,
}: {
  venue: number;
  prices: Prices;
  draft: Draft;
  before: Weeks;
  after: Weeks;
  validFrom: string;
  isPublishing: boolean;
  onDraft: (change: (draft: Draft) => Draft) => void;
  onPublished: () => void;
}) {
  const change = changeOf(prices, draft, validFrom);
  const query = useQuery(pricePreviewQuery(venue, change));
  const queryClient = useQueryClient();
  const reread = () => queryClient.invalidateQueries({ queryKey: pricesQuery(venue).queryKey });
  const isRefused = needsNewPrices(query.error);
  const onRefused = useEffectEvent(() => void reread());
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused]);
  if (change === null) {
    return (
      <div className="grid gap-2">
        <h2 className="display text-h3">{pricesTexts.noChange}</h2>
        <p className="text-small text-quiet">{pricesTexts.howToPaint}</p>
        <p className="text-small text-quiet max-[64rem]:hidden">{pricesTexts.keys}</p>
      </div>
    );
  }
  const preview = shownPreview(query);
  const earliest = preview?.earliest ?? prices.today;
  const changes = changesOf(before, after, prices);
  return (
    <div className="grid gap-4">
      <header className="grid gap-1" aria-live="polite">
        <p className="text-small text-quiet">
          {draft.revertTo === null ? pricesTexts.notPublic : pricesTexts.bringsBack(draft.revertTo)}
        </p>
        {preview !== undefined ? (
          <Counted preview={preview} />
        ) : query.isError ? (
          <LoadFailure
            strip
            title={pricesTexts.previewFailed}
            message={messageOf(query.error)}
            retryLabel={pricesTexts.retry}
            isBusy={query.isFetching}
            onRetry={() => void (isRefused ? reread() : query.refetch())}
          />
        ) : (
          <Skeleton className="h-20 w-full" />
        )}
      </header>
      {preview !== undefined && <Warnings preview={preview} prices={prices} />}
      <Lines changes={changes} prices={prices} />
      <ValidFrom
        today={prices.today}
        validFrom={validFrom}
        earliest={earliest}
        texts={{
          validFrom: pricesTexts.validFrom,
          otherDay: pricesTexts.otherDay,
          dayRule: pricesTexts.dayRule,
          tooEarly: earliest > prices.today ? pricesTexts.tooEarly : pricesTexts.notPast,
          tooFar: pricesTexts.tooFar,
        }}
        onDay={(day) => onDraft((now) => ({ ...now, validFrom: day }))}
      />
      <Proven>
        {(onProofNeeded) => (
          <Publish
            venue={venue}
            change={change}
            preview={query.isPlaceholderData ? undefined : preview}
            onProofNeeded={onProofNeeded}
            onPublished={onPublished}
          />
        )}
      </Proven>
      <Button
        variant="outline"
        size="sm"
        disabled={isPublishing}
        icon={<Undo2 aria-hidden="true" className="size-4.5" />}
        onClick={() => onDraft(() => NO_DRAFT)}
      >
        {draft.revertTo === null ? pricesTexts.drop : pricesTexts.dropRevert}
      </Button>
    </div>
  );
}

function Counted({ preview: { changed, hours, from, to } }: { preview: PricePreview }) {
  return (
    <>
      <h2 className="display figures text-h3">{pricesTexts.change(countText(changed), changed)}</h2>
      <p className="figures text-small text-quiet">
        {pricesTexts.ofHours(countText(hours), chipDay(from), chipDay(to))}
      </p>
      <span aria-hidden="true" className="mt-1 block h-2 overflow-hidden rounded-full bg-raised">
        <span
          className="block h-full min-w-1 rounded-full bg-kitchen"
          style={{ width: `${hours === 0 ? 0 : (changed * 100) / hours}%` }}
        />
      </span>
    </>
  );
}

/** "Sun 20 Dec – Sun 3 Jan, ₹900 – ₹1,200". */
function seasonText({
  from,
  to,
  lowest_paise: lowest,
  highest_paise: highest,
}: PricePreview['seasons'][number]): string {
  const days = from === null ? pricesTexts.until(chipDay(to)) : `${chipDay(from)} – ${chipDay(to)}`;
  if (lowest === null || highest === null) return `${days}, ${pricesTexts.noPrice}`;
  return `${days}, ${[...new Set([lowest, highest])].map((paise) => rupees(paise / 100)).join(' – ')}`;
}

function Warnings({ preview: { bookings, unpriced, seasons }, prices }: { preview: PricePreview; prices: Prices }) {
  // All courts have the same hours.
  const runs = (prices.weeks[0]?.days ?? []).flatMap((day, weekday) => {
    const courtsAt = (column: number) =>
      unpriced.find((hour) => hour.weekday === weekday && hour.minute === prices.starts[column])?.courts ?? 0;
    const kindOf = (column: number) => (courtsAt(column) === 0 ? null : String(courtsAt(column)));
    return runsOf(prices, day, kindOf).map(({ column, fromMinute, untilMinute }) => {
      const hours = `${weekdayName(weekday)} ${hourRangeText(fromMinute, untilMinute)}`;
      const courts = courtsAt(column);
      return courts < prices.courts.length ? pricesTexts.onCourts(hours, courts) : hours;
    });
  });
  const shown = runs.slice(0, MOST_NAMED).join(', ');
  return (
    <ul className="grid gap-3 text-small">
      {bookings > 0 && (
        <li className="flex gap-3">
          <LockKeyhole aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>
            <b className="block">{pricesTexts.keep(bookings)}</b>
            <span className="text-quiet">{pricesTexts.keepText}</span>
          </span>
        </li>
      )}
      {seasons.length > 0 && (
        <li className="flex gap-3">
          <CalendarX2 aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warn" />
          <span className="figures">
            <b className="block text-warn">{pricesTexts.seasonsEnd(seasons.length)}</b>
            <span className="text-quiet">
              {seasons.slice(0, MOST_NAMED).map((season) => (
                <span key={`${season.from ?? ''} ${season.to}`} className="block">
                  {seasonText(season)}
                </span>
              ))}
              {seasons.length > MOST_NAMED && pricesTexts.more(seasons.length - MOST_NAMED)}
            </span>
          </span>
        </li>
      )}
      {unpriced.length > 0 && (
        <li className="flex gap-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warn" />
          <span>
            <b className="block text-warn">{pricesTexts.unpriced(unpriced.length)}</b>
            <span className="text-quiet">
              {pricesTexts.cannotBook(
                runs.length > MOST_NAMED ? `${shown} ${pricesTexts.more(runs.length - MOST_NAMED)}` : shown,
              )}
            </span>
          </span>
        </li>
      )}
    </ul>
  );
}

function Lines({ changes, prices }: { changes: readonly Change[]; prices: Prices }) {
  if (changes.length === 0) return null;
  const groups = groupsOf(prices);
  const priceText = (paise: number | null) => (paise === null ? pricesTexts.noneShort : rupees(paise / 100));
  const shown = changes.slice(0, MOST_LINES);
  return (
    <ul className="figures grid border-y border-line text-small">
      {shown.map((change, at) => {
        const courts = courtsText(change.courts, groups, prices.courts.length);
        const isFirst = at === 0 || courts !== courtsText(shown[at - 1]?.courts ?? [], groups, prices.courts.length);
        return (
          <li key={JSON.stringify(change)} className="border-b border-line py-2.5 last:border-0">
            {isFirst && <span className="mb-1 block text-tiny text-quiet">{courts}</span>}
            <span className="flex flex-wrap items-baseline gap-x-2">
              <b>{weekdaysText(change.weekdays, weekdayName)}</b>
              <span className="text-quiet">{hourRangeText(change.fromMinute, change.untilMinute)}</span>
              <span className="ml-auto flex items-baseline gap-2">
                <s className="text-quiet">{priceText(change.old)}</s>
                <ArrowRight aria-hidden="true" className="size-3.5 self-center text-quiet" />
                <b className={`min-w-14 text-right text-body ${change.new === null ? 'text-warn' : ''}`}>
                  {priceText(change.new)}
                </b>
              </span>
            </span>
          </li>
        );
      })}
      {changes.length > MOST_LINES && (
        <li className="py-2.5 text-quiet">{pricesTexts.more(changes.length - MOST_LINES)}</li>
      )}
    </ul>
  );
}

function Publish({
  venue,
  change,
  preview,
  onProofNeeded,
  onPublished,
}: {
  venue: number;
  change: PriceChange;
  preview: PricePreview | undefined;
  onProofNeeded: () => void;
  onPublished: () => void;
}) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const day = chipDay(change.valid_from);
  const publish = useWrite<{ version: number }, PriceChange>({
    mutationKey: pricesPublishing(venue),
    write: (body, key) => publishPrices(venue, body, key),
    onSuccess: async () => {
      toast.success(pricesTexts.published(day));
      await queryClient.invalidateQueries({ queryKey: pricesQuery(venue).queryKey });
      onPublished();
    },
    onError: (error) => {
      // The screen may show another venue by now, or be left.
      if (!isShown()) toastWriteFailure(error, pricesTexts.publishFailed, messageOf);
      if (hasCode(error, 'proof_needed')) onProofNeeded();
      if (needsNewPrices(error)) void queryClient.invalidateQueries({ queryKey: pricesQuery(venue).queryKey });
    },
  });
  const failure = publish.error === null ? null : writeFailure(publish.error, pricesTexts.publishFailed, messageOf);
  const isTooEarly = preview !== undefined && change.valid_from < preview.earliest;
  return (
    <div className="grid gap-3">
      {failure !== null && !hasCode(publish.error, 'proof_needed') && (
        <Notice tone="bad" tight isLive title={failure.title}>
          {failure.message}
        </Notice>
      )}
      <Button
        variant="lime"
        size="md"
        wide
        isBusy={publish.isPending}
        disabled={!online || isTooEarly || preview === undefined}
        onClick={() => publish.mutate(change)}
      >
        {pricesTexts.publish(day)}
      </Button>
    </div>
  );
}

/** Whether a change was refused because of the prices that it is based on, its day or its courts. */
function needsNewPrices(cause: Error | null): boolean {
  const refused = fieldsOf(cause);
  return hasCode(cause, 'prices_changed') || 'valid_from' in refused || 'courts' in refused;
}

/** Why a change was not previewed or published. */
function messageOf(cause: Error): string {
  const problems = pricesTexts.problems;
  const code = (Object.keys(problems) as (keyof typeof problems)[]).find((one) => hasCode(cause, one));
  return code === undefined ? failureMessage(cause) : problems[code];
}
