import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dateTimeText, dayIn, timeOrDateTime } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { useMedia } from '@/lib/use-media';
import { EmptyScreen } from '@/ui/EmptyScreen';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { clockOffset } from '@/desk/api/connection';
import { allVenuesOf, may, useMe, type Me } from '@/desk/api/me';
import { addVenueText } from '@/desk/layout/missing-venue';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { lastVenue, rememberVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import type { ReportsSearch } from '@/desk/lib/search';
import { useServerNow } from '@/desk/lib/use-server-now';
import { BehindDialog } from './BehindDialog';
import { OwnShiftHead, ReportHead, ReportTabs } from './ReportHead';
import { ReportBody } from './ReportBody';
import { daysOf, movedPeriod, type Days, type Period } from './period';
import { PrimeHoursAside } from './PrimeHours';
import { isReport, readBehind, reportQuery, reportsOf, type ReportName, type ReportQuestion } from './report';
import { ShownFigures } from './ShownFigures';
import { reportsTexts } from './texts';

/** How often the screen checks whether a new day has begun, in milliseconds. */
const STEP_MILLISECONDS = 60_000;

/** Shows the reports about a venue; clerks see only the report about their own money in the shift. */
export function ReportsPage() {
  useTitle(reportsTexts.title);
  const me = useMe();
  const { name = 'occupancy' } = useParams({ strict: false }) as { name?: string };
  const search = useSearch({ strict: false }) as ReportsSearch;
  if (me === undefined) return null;
  if (!may(me, 'report.read')) return <EmptyScreen text={reportsTexts.notAllowed} />;
  const isOwn = me.staff.role === 'desk';
  // A clerk reads about the open shift. At a past venue no shift is open.
  const venues = isOwn ? me.venues : allVenuesOf(me);
  const venue = venues.find(({ id }) => id === (search.venue ?? lastVenue(venues))) ?? venues[0];
  if (venue === undefined) return <EmptyScreen text={addVenueText(me, reportsTexts.noVenue)} />;
  if (!isReport(name)) return <EmptyScreen text={reportsTexts.noReport} />;
  const shown = !isOwn && reportsOf(venue).includes(name) ? name : 'revenue';
  return <Screen me={me} venues={venues} venue={venue} name={shown} search={search} isOwn={isOwn} />;
}

function Screen({
  me,
  venues,
  venue,
  name,
  search,
  isOwn,
}: {
  me: Me;
  venues: Me['venues'];
  venue: Me['venues'][number];
  name: ReportName;
  search: ReportsSearch;
  /** Whether the report is about the person's own shift. */
  isOwn: boolean;
}) {
  const navigate = useNavigate();
  const zone = venue.time_zone;
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  const today = dayIn(zone, new Date(now));
  const period = shownPeriod(search, today);
  const days: Days = { from: period.from, to: period.to };
  const isCompared = search.compare !== 'off';
  const question: ReportQuestion = {
    name,
    venue: venue.id,
    days: isOwn || name === 'prime-hours' ? null : days,
    isCompared: isCompared && !isOwn && name !== 'prime-hours',
  };
  const query = useQuery(reportQuery(question));
  const report = query.data;
  const online = useOnline();
  const isWide = useMedia('(width >= 80rem)');
  const root = useRef<HTMLDivElement>(null);
  useShortcuts(root);
  useEffect(() => {
    // The screen takes the focus, so that its keys work from the start.
    root.current?.focus({ preventScroll: true });
  }, []);
  const isPast = me.past_venues.some(({ id }) => id === venue.id);
  useEffect(() => {
    // Other screens open with the remembered venue, and may not be about past ones.
    if (!isPast) rememberVenue(venue.id);
  }, [venue.id, isPast]);

  // Changes start from the newest address, which may not be rendered yet, so that each of several quick presses of a
  // key counts.
  const change = (to: (before: ReportsSearch) => ReportsSearch) =>
    void navigate({
      ...paths.reports(),
      params: ({ name: newest }: { name?: string | undefined }) => ({ name: newest ?? name }),
      search: (before) => ({ ...before, ...to(before) }),
    });
  const go = (to: ReportsSearch) => change(() => to);
  const filter = readBehind(search.behind);
  const asOf = timeOrDateTime(new Date(query.dataUpdatedAt + clockOffset()).toISOString(), zone, now);
  const openedAt = report?.own_shift?.opened_at;
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pb-8 min-[40rem]:px-5">
        {isOwn ? (
          <OwnShiftHead me={me} venues={venues} venue={venue} question={question} onVenue={(id) => go({ venue: id })} />
        ) : (
          <ReportHead
            me={me}
            venues={venues}
            venue={venue}
            question={question}
            period={period}
            today={today}
            onSearch={go}
            onStep={(step) => change((before) => movedPeriod(shownPeriod(before, today), step, today))}
            isCompared={isCompared}
          />
        )}
        <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <h1 className="display text-h2">{reportsTexts.title}</h1>
          {!isOwn && <ReportTabs names={reportsOf(venue)} name={name} search={search} />}
        </div>
        {!online && (
          <div className="mb-3">
            <Notice
              tone="warn"
              tight
              isLive
              title={
                // While the chosen days load, figures of other days are shown, so no time is named.
                report === undefined || query.isPlaceholderData ? reportsTexts.offline : reportsTexts.offlineAsOf(asOf)
              }
            />
          </div>
        )}
        {query.isError && report !== undefined && online && (
          <div className="mb-3">
            <LoadFailure
              title={reportsTexts.failed}
              message={failureMessage(query.error)}
              retryLabel={reportsTexts.retry}
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
              strip
            />
          </div>
        )}
        {isOwn && report !== undefined && (
          <p className="mb-4 text-quiet">
            {openedAt === null || openedAt === undefined
              ? reportsTexts.noShift
              : reportsTexts.ownShift(dateTimeText(openedAt, zone))}
          </p>
        )}
        {report === undefined ? (
          <Missing failure={query.error} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <ShownFigures isOfOtherDays={query.isPlaceholderData}>
            <ReportBody report={report} venue={venue} question={question} search={search} today={today} />
          </ShownFigures>
        )}
      </div>
      {name === 'occupancy' && <PrimeHoursAside venue={venue} hasRoom={isWide} />}
      {filter !== null && (
        <BehindDialog
          question={question}
          filter={filter}
          venue={venue}
          hasBoard={!isPast}
          figures={report?.figures}
          onClose={() => {
            const { behind: _, ...rest } = search;
            void navigate({ ...paths.reports(name, rest), replace: true });
          }}
        />
      )}
    </div>
  );
}

/** The days that an address asks for. */
function shownPeriod({ from, to, kind }: ReportsSearch, today: string): Period {
  return from !== undefined && to !== undefined ? { from, to, kind } : daysOf('fourWeeks', today);
}

function Missing({ failure, isBusy, onRetry }: { failure: Error | null; isBusy: boolean; onRetry: () => void }) {
  if (failure !== null) {
    return (
      <LoadFailure
        title={reportsTexts.failed}
        message={failureMessage(failure)}
        retryLabel={reportsTexts.retry}
        isBusy={isBusy}
        onRetry={onRetry}
      />
    );
  }
  return (
    <Loading label={reportsTexts.loading}>
      <div className="grid gap-3">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </Loading>
  );
}
