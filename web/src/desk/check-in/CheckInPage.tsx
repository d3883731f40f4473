import { useQuery } from '@tanstack/react-query';
import { useParams, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { Volume2, VolumeX } from 'lucide-react';
import { dayIn, minutesIn, timeOrDateTime } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useStore } from '@/lib/store';
import { useTitle } from '@/lib/title';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { boardQuery } from '@/desk/api/board';
import { clockOffset } from '@/desk/api/connection';
import { withQueued } from '@/desk/api/fact';
import { loadFailureOf } from '@/desk/api/load-failure';
import { may, useMe, type Me } from '@/desk/api/me';
import { queueStore } from '@/desk/api/queue';
import { useBoard } from '@/desk/api/use-board';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { LiveLine } from '@/desk/layout/LiveLine';
import { missingVenueText } from '@/desk/layout/missing-venue';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { rememberVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import { useClockLead } from '@/desk/lib/use-clock-lead';
import { useServerNow } from '@/desk/lib/use-server-now';
import { OfflineStrip } from '@/desk/offline/OfflineStrip';
import { ArrivalList } from './ArrivalList';
import { otherDayAt } from './arrivals';
import { CameraPart } from './CameraPart';
import { NumberSearch } from './NumberSearch';
import { keepPassKeys } from './pass-keys';
import { ScanResult } from './ScanResult';
import { switchSounds, useSounds } from './sounds';
import { checkInTexts } from './texts';
import { useHandScanner } from './use-hand-scanner';
import { useScan } from './use-scan';

type Venue = Me['venues'][number];

/** How often the list is rendered again for the current time, in milliseconds. */
const STEP_MILLISECONDS = 5_000;
/** How often the board of the other day is read around midnight, in milliseconds: the stream of today's board names none of its changes. */
const OTHER_DAY_MILLISECONDS = 15_000;

/** Check-in at a venue: passes by camera and scanner, numbers by hand, and who is expected now. */
export function CheckInPage() {
  useTitle(checkInTexts.title);
  const { venue: id } = useParams({ from: '/v/$venue/check-in' });
  const me = useMe();
  if (me === undefined) return null;
  const venue = me.venues.find((one) => String(one.id) === id);
  if (venue === undefined) return <EmptyState text={missingVenueText(me, id, checkInTexts.noVenue)} />;
  if (!may(me, 'attendance.mark')) return <EmptyState text={checkInTexts.notAllowed} />;
  return <VenueCheckIn key={venue.id} me={me} venue={venue} />;
}

function VenueCheckIn({ me, venue }: { me: Me; venue: Venue }) {
  const navigate = useNavigate();
  const zone = venue.time_zone;
  const clock = useClockLead(clockOffset());
  const { ahead } = clock;
  const now = useServerNow(ahead, STEP_MILLISECONDS);
  const today = dayIn(zone, new Date(now));
  const { query, kept, isLive } = useBoard(venue.id, today);
  clock.take(kept);
  const other = useOtherDay(venue, today, now);
  const online = useOnline();
  const { shown, scan, see, setTaking, again, letIn, close } = useScan(me, venue);
  const root = useRef<HTMLDivElement>(null);
  useShortcuts(root);
  useEffect(() => {
    rememberVenue(venue.id);
    void keepPassKeys();
    // The screen takes the focus, so that its keys work at once.
    root.current?.focus({ preventScroll: true });
  }, [venue.id]);

  // A pressed button may be removed with its scan result: the screen takes the focus, so that its keys still work.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [shown]);

  useHandScanner(scan);

  const readAt = new Date((kept?.keptAt ?? query.dataUpdatedAt) + ahead);
  const asOf = kept === undefined ? null : timeOrDateTime(readAt.toISOString(), zone, now);
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
        <h1 className="sr-only">{`${checkInTexts.title}, ${venue.name}`}</h1>
        <VenuePicker venues={me.venues} venue={venue} onVenue={(id) => void navigate(paths.checkIn(id))} />
        <div className="ml-auto flex items-center gap-2 text-[.78125rem]">
          <LiveLine isLive={isLive} keptAsOf={kept?.keptAt === undefined ? null : asOf} />
          <SoundSwitch />
        </div>
      </div>
      <div className="px-4">
        <OfflineStrip asOf={asOf} />
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-x-5 gap-y-4 px-4 pb-6 min-[40rem]:grid-cols-[11fr_9fr]">
        <div className="grid min-w-0 content-start gap-4 min-[40rem]:sticky min-[40rem]:top-0 min-[40rem]:col-start-2 min-[40rem]:row-start-1">
          <CameraPart onText={see} />
          <ScanResult
            me={me}
            venue={venue}
            board={kept?.board}
            ahead={ahead}
            shown={shown}
            onAgain={again}
            onLetIn={letIn}
            onTaking={setTaking}
            onClose={() => {
              close();
              root.current?.focus({ preventScroll: true });
            }}
          />
          <NumberSearch me={me} venue={venue} board={kept?.board} now={now} onScan={scan} />
        </div>
        <ArrivalList
          venue={venue}
          board={kept?.board}
          other={other}
          now={now}
          failure={online || kept === undefined ? loadFailureOf(query) : null}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
          keys={root}
        />
      </div>
    </div>
  );
}

/**
 * Around midnight the board of the other day whose games may be on or begin soon, with what waits on this device; else
 * undefined.
 */
function useOtherDay({ id, time_zone: zone }: Venue, today: string, now: number) {
  const day = otherDayAt(today, minutesIn(zone, new Date(now)));
  const query = boardQuery(id, day ?? today);
  const { data } = useQuery({ ...query, enabled: day !== null, refetchInterval: OTHER_DAY_MILLISECONDS });
  const facts = useStore(queueStore);
  return useMemo(
    () => (day === null || data === undefined ? undefined : withQueued(data.board, facts)),
    [day, data, facts],
  );
}

function SoundSwitch() {
  const on = useSounds();
  return (
    <IconButton
      label={checkInTexts.sounds}
      aria-pressed={on}
      variant="ghost"
      icon={on ? <Volume2 aria-hidden="true" className="size-5" /> : <VolumeX aria-hidden="true" className="size-5" />}
      onClick={() => switchSounds(!on)}
    />
  );
}
