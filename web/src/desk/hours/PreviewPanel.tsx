import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LockKeyhole, TriangleAlert, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { chipDay, hourText, weekdayOf } from '@/lib/dates';
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
import { paths } from '@/desk/lib/paths';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { shownPreview } from '@/desk/publishing/shown-preview';
import { ValidFrom } from '@/desk/publishing/ValidFrom';
import { Proven } from '@/desk/passkeys/Proven';
import { changeOf, mayChangeSpecialDayAfter, validFromOf, type Draft } from './draft';
import {
  hoursPreviewQuery,
  hoursPublishing,
  hoursQuery,
  publishHours,
  type DeskHours,
  type HoursChange,
  type HoursPreview,
} from './hours';
import { hoursTexts } from './texts';

/** The most bookings that are listed. */
const MOST_LISTED = 5;
/** The most starts without a price that are named. */
const MOST_NAMED = 4;

/** What a draft changes, from which day, and the way to publish it. */
export function PreviewPanel({
  venue,
  hours,
  draft,
  isPublishing,
  onDraft,
  onPublished,
}: {
  venue: number;
  hours: DeskHours;
  draft: Draft | null;
  isPublishing: boolean;
  onDraft: (draft: Draft | null) => void;
  onPublished: () => void;
}) {
  const isStale = draft !== null && draft.base !== hours.version;
  const change = changeOf(draft, hours);
  const query = useQuery(hoursPreviewQuery(venue, isStale ? null : change));
  const queryClient = useQueryClient();
  const reread = () => queryClient.invalidateQueries({ queryKey: hoursQuery(venue).queryKey });
  const isRefused = needsNewHours(query.error);
  const onRefused = useEffectEvent(() => void reread());
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused]);
  if (draft === null)
    return (
      <div className="grid gap-2">
        <h2 className="display text-h3">{hoursTexts.nothing}</h2>
        <p className="text-small text-quiet">{hoursTexts.nothingText}</p>
      </div>
    );
  const preview = (!isStale && shownPreview(query)) || undefined;
  const drop = (
    <Button
      variant="outline"
      size="sm"
      disabled={isPublishing}
      icon={<Undo2 aria-hidden="true" className="size-4.5" />}
      onClick={() => onDraft(null)}
    >
      {hoursTexts.drop}
    </Button>
  );
  if (isStale)
    return (
      <div className="grid gap-4">
        <Notice tone="warn" isLive title={hoursTexts.changedTitle}>
          {hoursTexts.changedText}
        </Notice>
        <Button size="md" wide onClick={() => onDraft(null)}>
          {hoursTexts.dropMine}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onDraft({ ...draft, base: hours.version })}>
          {hoursTexts.keepMine}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4">
      <header className="grid gap-1" aria-live="polite">
        <p className="text-small text-quiet">
          {draft.revertTo === null ? hoursTexts.notPublic : hoursTexts.bringsBack(draft.revertTo)}
        </p>
        {change === null ? (
          <>
            <h2 className="display text-h3">{hoursTexts.fix}</h2>
            <p className="text-small text-quiet">{hoursTexts.fixText}</p>
          </>
        ) : preview !== undefined ? (
          <Counted preview={preview} hasLaterDays={mayChangeSpecialDayAfter(preview.to, draft, hours)} />
        ) : query.isError ? (
          <LoadFailure
            strip
            title={hoursTexts.previewFailed}
            message={messageOf(query.error)}
            retryLabel={hoursTexts.retry}
            isBusy={query.isFetching}
            onRetry={() => void (isRefused ? reread() : query.refetch())}
          />
        ) : (
          <Skeleton className="h-20 w-full" />
        )}
      </header>
      {change !== null && preview !== undefined && (
        <Warnings
          venue={venue}
          preview={preview}
          courts={hours.courts}
          specialDays={draft.hours?.specialDays.map(({ day }) => day) ?? []}
        />
      )}
      <ValidFrom
        today={hours.today}
        validFrom={validFromOf(draft, hours)}
        earliest={hours.today}
        texts={{
          validFrom: hoursTexts.validFrom,
          otherDay: hoursTexts.otherDay,
          dayRule: hoursTexts.dayRule,
          tooEarly: hoursTexts.tooEarly,
          tooFar: hoursTexts.dayTooFar,
        }}
        onDay={(day) => onDraft({ ...draft, validFrom: day })}
      />
      <Proven>
        {(onProofNeeded) => (
          <Publish
            venue={venue}
            change={change}
            isReady={preview !== undefined && !query.isPlaceholderData}
            onProofNeeded={onProofNeeded}
            onPublished={onPublished}
          />
        )}
      </Proven>
      {drop}
    </div>
  );
}

/** Whether a change was refused because of the version of its hours or its first day, which may be out of date. */
function needsNewHours(cause: Error | null): boolean {
  return hasCode(cause, 'hours_changed') || 'valid_from' in fieldsOf(cause);
}

/** Why a change was not previewed or published. */
function messageOf(cause: Error): string {
  const answers = hoursTexts.answers;
  // Each day has been checked, so it is the number of the special days.
  if (fieldsOf(cause)['special_days'] === 'count') return answers.special_day_wrong;
  const code = (Object.keys(answers) as (keyof typeof answers)[]).find((one) => hasCode(cause, one));
  return code === undefined ? failureMessage(cause) : answers[code];
}

function Counted({
  preview,
  hasLaterDays,
}: {
  preview: HoursPreview;
  /** Special days after the last day of the preview may be among the days that change. */
  hasLaterDays: boolean;
}) {
  const { opened, closed, days, to, opened_lowest_paise: lowest, opened_highest_paise: highest } = preview;
  if (opened === 0 && closed === 0) return <h2 className="display text-h3">{hoursTexts.sameAgain}</h2>;
  const total = opened + closed;
  const price = (paise: number) => rupees(paise / 100);
  return (
    <>
      <h2 className="display figures grid text-h3">
        {opened > 0 && <span>{hoursTexts.opensSlots(countText(opened), opened)}</span>}
        {closed > 0 && <span>{hoursTexts.closesSlots(countText(closed), closed)}</span>}
      </h2>
      <p className="figures text-small text-quiet">{hoursTexts.onDays(days, chipDay(to))}</p>
      {hasLaterDays && <p className="text-small text-quiet">{hoursTexts.laterSpecialDays}</p>}
      <span aria-hidden="true" className="mt-1 flex h-2 gap-0.5 overflow-hidden rounded-full bg-raised">
        <span className="h-full bg-kitchen" style={{ width: `${(opened * 100) / total}%` }} />
        <span className="h-full flex-1 bg-clay" />
      </span>
      {lowest !== null && highest !== null && (
        <p className="figures mt-1 text-small">
          {hoursTexts.opensFor(lowest === highest ? price(lowest) : `${price(lowest)} – ${price(highest)}`)}
        </p>
      )}
    </>
  );
}

function Warnings({
  venue,
  preview,
  courts: all,
  specialDays,
}: {
  venue: number;
  preview: HoursPreview;
  /** How many courts the venue has. */
  courts: number;
  /** The dates of the special days, as far as they are known: those of a version that is brought back are not. */
  specialDays: readonly string[];
}) {
  const { outside, listed, outside_before: before, unpriced } = preview;
  const named = unpriced.slice(0, MOST_NAMED).map(({ day, minute, courts }) => {
    // Each weekday is listed once, with a date of it: only a special day is meant by its date.
    const start = `${specialDays.includes(day) ? chipDay(day) : weekdayOf(day)} ${hourText(minute)}`;
    return courts < all ? hoursTexts.onCourts(start, courts) : start;
  });
  const rest = unpriced.length - named.length;
  if (outside === 0 && before === 0 && unpriced.length === 0) return null;
  return (
    <ul className="grid gap-4 border-y border-line py-4 text-small">
      {outside > 0 && (
        <li className="flex gap-3">
          <LockKeyhole aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span className="min-w-0 flex-1">
            <b className="block">{hoursTexts.outside(outside)}</b>
            <span className="text-quiet">{hoursTexts.outsideText}</span>
            <ul className="figures mt-1">
              {listed.slice(0, MOST_LISTED).map((booking) => (
                <li key={booking.order} className="border-b border-line last:border-0">
                  <Link
                    {...paths.board(venue, { day: booking.day })}
                    className="flex min-h-11 flex-wrap items-center gap-x-2 py-1 underline decoration-quiet underline-offset-4 hover:decoration-ink"
                  >
                    <b>{`${chipDay(booking.day)}, ${hourText(booking.minute)}`}</b>
                    <span>{`${courtName(booking.court)}, ${booking.player}`}</span>
                    {booking.is_held && <span className="text-quiet">{hoursTexts.held}</span>}
                  </Link>
                </li>
              ))}
              {outside > MOST_LISTED && (
                <li className="py-2 text-quiet">{hoursTexts.more(outside - Math.min(MOST_LISTED, listed.length))}</li>
              )}
            </ul>
          </span>
        </li>
      )}
      {before > 0 && <li className="pl-7.5 text-quiet">{hoursTexts.outsideBefore(before)}</li>}
      {unpriced.length > 0 && (
        <li className="flex gap-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warn" />
          <span>
            <b className="block text-warn">{hoursTexts.unpriced(unpriced.length)}</b>
            <span className="block text-quiet">
              {hoursTexts.cannotBook(rest > 0 ? `${named.join(', ')} ${hoursTexts.more(rest)}` : named.join(', '))}
            </span>
            <Link
              {...paths.prices(venue)}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {hoursTexts.toPrices}
            </Link>
          </span>
        </li>
      )}
    </ul>
  );
}

function Publish({
  venue,
  change,
  isReady,
  onProofNeeded,
  onPublished,
}: {
  venue: number;
  /** Null while something cannot be published. */
  change: HoursChange | null;
  isReady: boolean;
  onProofNeeded: () => void;
  onPublished: () => void;
}) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const day = chipDay(change?.valid_from ?? '');
  const publish = useWrite<{ version: number }, HoursChange>({
    mutationKey: hoursPublishing(venue),
    write: (body, key) => publishHours(venue, body, key),
    onSuccess: async () => {
      toast.success(hoursTexts.published(day));
      await queryClient.invalidateQueries({ queryKey: hoursQuery(venue).queryKey });
      onPublished();
    },
    onError: (error) => {
      // The screen may show another venue by now, or be left.
      if (!isShown()) toastWriteFailure(error, hoursTexts.publishFailed, messageOf);
      if (hasCode(error, 'proof_needed')) onProofNeeded();
      if (needsNewHours(error)) void queryClient.invalidateQueries({ queryKey: hoursQuery(venue).queryKey });
    },
  });
  const failure = publish.error === null ? null : writeFailure(publish.error, hoursTexts.publishFailed, messageOf);
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
        disabled={!online || change === null || !isReady}
        onClick={() => {
          if (change !== null) publish.mutate(change);
        }}
      >
        {change === null ? hoursTexts.fix : hoursTexts.publish(day)}
      </Button>
    </div>
  );
}
