import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { chipDay, dayIn, hourText, minutesIn, timeOrDateTime } from '@/lib/dates';
import { useConnection } from '@/lib/online';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { closureQuery, type ClosureDetails } from '@/desk/api/closures';
import { may, activeVenues } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { focusOnce, takeLostFocus } from '@/desk/lib/focus-once';
import { neededText } from '@/desk/lib/needed-text';
import { CostPart } from './CostPart';
import { MoneyRows, MovedRows } from './AnsweredRows';
import { UnansweredRow } from './UnansweredRow';
import type { ClosurePartProps } from './ClosurePart';
import { ReopenPart } from './ReopenPart';
import { StateCounts } from './StateCounts';
import { watchTexts } from './texts';
import { useRefetchOnVersion } from './use-refetch-on-version';
import { watchModel } from './watch-model';

/** Watches a closure: the players who have not answered, get money back or moved, and what it costs. */
export function WatchPart(props: ClosurePartProps & { closure: string }) {
  const { closure, board, isWide, onClose } = props;
  const query = useQuery(closureQuery(closure));
  useRefetchOnVersion(board?.version, query.refetch);
  const watch = query.data;
  return (
    <div
      tabIndex={-1}
      // The part takes the focus, which the replaced form had.
      ref={takeLostFocus}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-5 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none"
    >
      <header className="flex items-start gap-3">
        {watch === undefined ? <span className="flex-1" /> : <Headline {...props} watch={watch} />}
        <IconButton
          label={watchTexts.close}
          aria-keyshortcuts="Escape"
          variant="ghost"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onClose}
          // If the part is a sheet over the board, this button takes the focus.
          ref={isWide ? undefined : focusOnce}
          className="-mt-2 -mr-2"
        />
      </header>
      {watch === undefined && query.error === null && (
        <Loading label={watchTexts.loading}>
          <div className="grid gap-3 pt-4">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-14 w-full" />
            ))}
          </div>
        </Loading>
      )}
      {watch === undefined && query.error !== null && hasCode(query.error, 'not_found') && (
        <EmptyState text={watchTexts.missing} />
      )}
      {query.error !== null && !hasCode(query.error, 'not_found') && (
        <div className="pt-4">
          <LoadFailure
            title={watchTexts.failed}
            message={failureMessage(query.error)}
            retryLabel={watchTexts.retry}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
            strip
          />
        </div>
      )}
      {watch !== undefined && <Details {...props} watch={watch} />}
    </div>
  );
}

type WatchProps = ClosurePartProps & { closure: string; watch: ClosureDetails };

function Headline({ venue, watch, now }: WatchProps) {
  const { players } = watchModel(watch);
  const today = dayIn(venue.time_zone, new Date(now));
  return (
    <div className="min-w-0 flex-1">
      <p className="text-[.8125rem] leading-tight text-quiet">{causeOf(watch)}</p>
      <h2 className="display mt-1.5 text-[2.5rem] leading-none">
        {players === 0 ? watchTexts.nobody : watchTexts.players(players)}
      </h2>
      <p className="figures mt-1.5 font-bold">{timeOf(watch, venue.time_zone, today)}</p>
      {players === 0 && <p className="text-small text-quiet">{watchTexts.nobodyText}</p>}
    </div>
  );
}

/** Why the courts are closed, how many are, and who closed them. */
function causeOf({ reason, courts, by }: ClosureDetails): string {
  // They are open again.
  if (courts === 0) return by === null ? reason : watchTexts.byOfNone(reason, by);
  return by === null ? watchTexts.byCommand(reason, courts) : watchTexts.by(reason, courts, by);
}

/** "6:24 PM to 9 PM"; of another day "Mon 23 Nov, 6 AM to 9 PM", of more than one "Sun 22 Nov, 6 AM to Sun 29 Nov, 6 AM". */
function timeOf(watch: ClosureDetails, zone: string, today: string): string {
  const at = (iso: string, withDay: boolean) => {
    const instant = new Date(iso);
    const time = hourText(minutesIn(zone, instant));
    return withDay ? `${chipDay(dayIn(zone, instant))}, ${time}` : time;
  };
  return watchTexts.time(at(watch.from, !isOfDay(watch, zone, today)), at(watch.until, lastsOverDays(watch, zone)));
}

/** Whether the closure is of this day alone. */
function isOfDay(watch: ClosureDetails, zone: string, day: string): boolean {
  return dayIn(zone, new Date(watch.from)) === day && !lastsOverDays(watch, zone);
}

/** Whether the closure is of more than one day. One that ends at midnight is of the day before. */
function lastsOverDays({ from, until }: ClosureDetails, zone: string): boolean {
  return dayIn(zone, new Date(from)) !== dayIn(zone, new Date(Date.parse(until) - 1));
}

/** Whether the closure keeps a court closed from now on. When the courts are opened during it, the part that is over stays blocked. */
function closesFromNow({ until, blocked_until }: ClosureDetails, now: number): boolean {
  return Date.parse(until) > now && blocked_until !== null && Date.parse(blocked_until) > now;
}

function Details(props: WatchProps) {
  const { me, venue, watch, now, board } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const connection = useConnection();
  const off = connection === 'open' ? null : neededText(connection);
  const model = watchModel(watch);
  const { open, ended, moved, cancelled } = model;
  // Opening the courts gives no game back that has begun.
  const ahead = open.filter(({ starts_at }) => Date.parse(starts_at) > now).length;
  const courts = board?.courts ?? [];
  const today = dayIn(venue.time_zone, new Date(now));
  const withDays = !isOfDay(watch, venue.time_zone, today);
  const isClosed = closesFromNow(watch, now);
  const isOpenAgain = !isClosed && !venue.is_retired && Date.parse(watch.until) > now && watch.has_blocked_time;
  const rights = {
    call: may(me, 'closure.make'),
    move: may(me, 'booking.move'),
    refund: may(me, 'booking.cancel'),
  };
  return (
    <>
      {watch.bookings.length > 0 && <StateCounts model={model} />}
      {rights.call && isClosed && !venue.is_retired && (
        <ReopenPart closure={props.closure} unanswered={ahead} off={off} />
      )}
      {isOpenAgain && <p className="mt-4 text-small font-semibold text-good">{watchTexts.isOpen}</p>}
      {off !== null && (
        <p role="status" className="mt-4 text-small font-semibold text-warn">
          {off}
        </p>
      )}
      {open.length > 0 && (
        <section aria-labelledby="not-answered" className="mt-5">
          <div className="mb-2 flex items-baseline justify-between gap-3 text-[.8125rem]">
            <h3 id="not-answered" className="font-bold">
              {watchTexts.notAnswered}
            </h3>
            {open.some(({ told }) => told) && (
              <span className="figures text-quiet">
                {watchTexts.toldAt(timeOrDateTime(watch.closed_at, venue.time_zone, now))}
              </span>
            )}
          </div>
          <ul className="grid grid-cols-1 gap-2">
            {open.map((booking, index) => (
              <UnansweredRow
                key={booking.order}
                booking={booking}
                venue={venue}
                venues={activeVenues(me)}
                reason={watch.reason}
                today={today}
                now={now}
                withDay={withDays}
                isFirst={index === 0}
                isOpened={opened === booking.order}
                off={off}
                rights={rights}
                onOpened={(isOpened) =>
                  // A row may be closed late, by an answer, while another one is open.
                  setOpened((latest) => {
                    if (isOpened) return booking.order;
                    return latest === booking.order ? null : latest;
                  })
                }
              />
            ))}
          </ul>
        </section>
      )}
      {ended.length > 0 && (
        <MoneyRows bookings={ended} venue={venue} courts={courts} withDays={withDays} closedAt={watch.closed_at} />
      )}
      {moved.length + cancelled.length > 0 && (
        <MovedRows bookings={[...moved, ...cancelled]} venue={venue} courts={courts} withDays={withDays} />
      )}
      {watch.bookings.length > 0 && <CostPart model={model} />}
    </>
  );
}
