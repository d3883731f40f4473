import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { failureMessage } from '@/api/failure-message';
import { chipDay, dayForScreenReaders, dayIn, timeOrDateTime } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useStore } from '@/lib/store';
import { useTitle } from '@/lib/title';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { clockOffset } from '@/desk/api/connection';
import { may, useMe, type Me } from '@/desk/api/me';
import { queueStore } from '@/desk/api/queue';
import { zoneOf } from '@/desk/api/zone-of';
import { DaySwitch } from '@/desk/layout/DaySwitch';
import { missingVenueText } from '@/desk/layout/missing-venue';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { useAttendance } from '@/desk/booking/attendance';
import { rememberVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import { realDay } from '@/desk/lib/search';
import { useServerNow } from '@/desk/lib/use-server-now';
import { MoneyTabs } from '@/desk/day-money/MoneyTabs';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { CloseCard } from './CloseCard';
import { ClosedGames } from './ClosedGames';
import { ClosingList } from './ClosingList';
import { dayEndQuery, type DayEnd } from './day-end';
import { DayFigures } from './DayFigures';
import { DayMessage } from './DayMessage';
import { closeDayTexts } from './texts';

type Venue = Me['venues'][number];

/** How often the screen checks whether the day is over, in milliseconds. */
const STEP_MILLISECONDS = 15_000;

/** The end of a venue's day: what is still open, closing it, and its report. */
export function DayEndPage() {
  useTitle(closeDayTexts.title);
  const { venue: id, day } = useParams({ from: '/v/$venue/day/$day' });
  const me = useMe();
  if (me === undefined) return null;
  const venue = me.venues.find((one) => String(one.id) === id);
  if (venue === undefined) return <EmptyState text={missingVenueText(me, id, closeDayTexts.noVenue)} />;
  if (realDay(day) === undefined) return <EmptyState text={closeDayTexts.noDay} />;
  if (!may(me, 'day.close')) return <EmptyState text={closeDayTexts.notAllowed} />;
  return <VenueDay key={`${venue.id} ${day}`} me={me} venue={venue} day={day} />;
}

function VenueDay({ me, venue, day }: { me: Me; venue: Venue; day: string }) {
  const navigate = useNavigate();
  const router = useRouter();
  const online = useOnline();
  const query = useQuery(dayEndQuery(venue.id, day));
  const end = query.data;
  const zone = venue.time_zone;
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  const today = dayIn(zone, new Date(now));
  const root = useRef<HTMLDivElement>(null);
  useShortcuts(root);
  useEffect(() => rememberVenue(venue.id), [venue.id]);
  useEffect(() => {
    // The screen takes the focus, so that its keys work from the start and after the focused button was removed.
    if (document.activeElement === null || document.activeElement === document.body) {
      root.current?.focus({ preventScroll: true });
    }
  }, [end]);
  const asOf = timeOrDateTime(new Date(query.dataUpdatedAt + clockOffset()).toISOString(), zone, now);
  /** The day of the newest address, which may not be rendered yet; it ends with the day. */
  const newestDay = () => realDay(router.latestLocation.pathname.split('/').at(-1)) ?? day;
  function goToDay(to: (newest: string) => string) {
    void navigate(paths.dayEnd(venue.id, to(newestDay())));
  }
  /** Shows the same day of another venue; from today its own today, which is another day in another time zone. */
  function goToVenue(id: number) {
    const newest = newestDay();
    void navigate(paths.dayEnd(id, newest === today ? dayIn(zoneOf(me, id), new Date(now)) : newest));
  }
  return (
    <div
      ref={root}
      tabIndex={-1}
      className="relative min-h-0 flex-1 overflow-y-auto px-4 pb-6 outline-none min-[40rem]:px-3.5"
    >
      <div className="flex items-center gap-x-5 py-2.5 max-[40rem]:gap-x-2">
        <VenuePicker venues={me.venues} venue={venue} onVenue={goToVenue} />
        <DaySwitch day={day} today={today} onDay={goToDay} />
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display text-h2">
          {dayMoneyTexts.title}
          <span className="sr-only">{`: ${closeDayTexts.title}, ${venue.name}, ${dayForScreenReaders(day)}`}</span>
        </h1>
        <MoneyTabs me={me} venue={venue.id} day={day} today={today} current="day" />
      </div>
      {!online && (
        <div className="mb-4">
          <Notice
            tone="warn"
            tight
            isLive
            title={end === undefined ? closeDayTexts.offlineUnread : closeDayTexts.offline(asOf)}
          />
        </div>
      )}
      {query.isError && end !== undefined && online && (
        <div className="mb-4">
          <LoadFailure
            title={closeDayTexts.stale}
            message={failureMessage(query.error)}
            retryLabel={closeDayTexts.retry}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
            strip
          />
        </div>
      )}
      {end === undefined ? (
        <Missing failure={query.error} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Loaded me={me} venue={venue} end={end} />
      )}
    </div>
  );
}

function Missing({ failure, isBusy, onRetry }: { failure: Error | null; isBusy: boolean; onRetry: () => void }) {
  if (failure !== null) {
    return (
      <LoadFailure
        title={closeDayTexts.failed}
        message={failureMessage(failure)}
        retryLabel={closeDayTexts.retry}
        isBusy={isBusy}
        onRetry={onRetry}
      />
    );
  }
  return (
    <Loading label={closeDayTexts.loading}>
      <div className="grid gap-4 min-[64rem]:grid-cols-[1fr_22rem]">
        <Skeleton className="h-80 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    </Loading>
  );
}

function Loaded({ me, venue, end }: { me: Me; venue: Venue; end: DayEnd }) {
  const zone = venue.time_zone;
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  // Entries of colleagues and refused entries count too: none of them is in the report.
  const unsent = useStore(queueStore).filter((entry) => entry.venue === venue.id);
  const attendance = useAttendance();
  const { closed, figures, open } = end;
  const isOver = Date.parse(end.over_at) <= now;
  const isEmpty =
    open.unmarked.length + open.due.length + open.to_match.length + unsent.length === 0 && open.shift === null;
  return (
    <div className="grid items-start gap-5 min-[64rem]:grid-cols-[minmax(0,1fr)_22rem]">
      <div
        className={`min-[64rem]:sticky min-[64rem]:top-0 min-[64rem]:order-2 ${closed === null && !isEmpty ? 'order-2' : ''}`}
      >
        {closed === null ? (
          <CloseCard venue={venue.id} zone={zone} end={end} unsent={unsent.length} now={now} />
        ) : (
          <DayMessage closed={closed} zone={zone} title={`${venue.name}, ${chipDay(end.day)}`} />
        )}
      </div>
      <div className="order-1 grid min-w-0 gap-5">
        {attendance.problem !== null && <Notice tone="bad" tight isLive title={attendance.problem} />}
        {closed === null && isEmpty && (
          <div className="rounded-lg border border-line bg-card">
            <EmptyState text={isOver ? closeDayTexts.nothingText : closeDayTexts.nothingYet} />
          </div>
        )}
        {closed === null && !isEmpty && (
          <ClosingList me={me} venue={venue} end={end} unsent={unsent} attendance={attendance} />
        )}
        {figures !== null && <DayFigures figures={figures} />}
        {closed !== null && <ClosedGames me={me} games={end.games} />}
      </div>
    </div>
  );
}
