import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { courtsQuery } from '@/api/courts';
import { failureMessage } from '@/api/failure-message';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { shortDay } from '@/lib/dates';
import { deviceId } from '@/lib/device-id';
import { useSkeleton } from '@/lib/skeleton';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { EmptyCourtArt } from '@/ui/art/EmptyCourtArt';
import { BackButton } from '@/ui/BackButton';
import { EmptyState } from '@/ui/EmptyState';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { StepsHeader } from '@/ui/StepsHeader';
import { LoadFailure } from './LoadFailure';
import { FreeHourResult } from './location/FreeHourResult';
import { FreeHourSearch } from './location/FreeHourSearch';
import { searchableDays, type WantedHour } from './location/wanted-hour';
import { useFreeHours } from './location/use-free-hours';
import { VenueCard, type Venue } from './location/VenueCard';
import { VenueDetailsDialog } from './location/VenueDetailsDialog';
import { VenueHour, VenueHourPending } from './location/VenueHour';
import { venuesInOrder } from './location/venue-order';
import { backTexts, freeHourTexts, locationTexts, stepTexts } from './texts';
import { WaitingNote } from './WaitingNote';

/** The layout of the venues: one below the other; side by side if three fit. */
const GRID = 'grid gap-5 xl:grid-cols-3';

/** Step 1 of 3: where to play (spec §2). */
export function LocationPage() {
  return useSkeleton() ? <VenuesSkeleton /> : <Venues />;
}

/** The step's skeleton, the same for any hour. */
function VenuesSkeleton() {
  useTitle(locationTexts.documentTitle);
  return (
    <div className="page gutter pb-14">
      <VenuesHeader />
      <div className="mt-6 grid grid-cols-1 gap-5">
        <VenuesLoading />
      </div>
    </div>
  );
}

function Venues() {
  useTitle(locationTexts.documentTitle);
  const venues = useQuery(venuesQuery);
  const { isLoadingError, errorUpdatedAt } = venues;
  const [shown, setShown] = useState<Venue | null>(null);
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const search = useFreeHours(venues.data);
  const { searched, found, clock, wanted } = search;

  useEffect(() => {
    if (isLoadingError) toast.error(locationTexts.failed, locationTexts.failedTitle);
  }, [isLoadingError, errorUpdatedAt]);

  /** The hour to preselect at this venue; null if the player has yet to choose it. */
  function hourAt(venue: Venue): WantedHour | null {
    const atHour = found?.find((one) => one.venue_id === venue.venue_id);
    if (searched === null || atHour === undefined) return null;
    return atHour.free > 0 ? searched : (atHour.next ?? null);
  }

  function choose(venue: Venue) {
    const place = { venue: venue.venue_id, sport: 1, device_id: deviceId() };
    const hour = hourAt(venue);
    if (hour === null) void navigate(paths.timeDateSelection({ ...place, ...searched }));
    else void navigate(paths.courtSelection({ ...place, date: hour.date, time: hour.time }));
  }

  function prefetch(venue: Venue) {
    const hour = hourAt(venue);
    if (hour !== null) {
      void queryClient.prefetchQuery(courtsQuery(venue.venue_id, hour.date, hour.time));
      void router.preloadRoute(paths.courtSelection({ venue: venue.venue_id, sport: 1, ...hour }));
      return;
    }
    void queryClient.prefetchQuery(slotsQuery(venue.venue_id));
    void router.preloadRoute(paths.timeDateSelection({ venue: venue.venue_id, sport: 1 }));
  }

  function renderHour(venue: Venue): ReactNode {
    if (searched === null) return null;
    // A failure is shown only once, above the list.
    if (found === undefined) return search.answer.error === null && <VenueHourPending />;
    const atHour = found.find((one) => one.venue_id === venue.venue_id);
    if (atHour === undefined) return null;
    const isTooFarAhead = clock !== null && !searchableDays(clock, [venue.horizon_days]).includes(searched.date);
    return <VenueHour atHour={atHour} searched={searched} isTooFarAhead={isTooFarAhead} />;
  }

  function chooseText(venue: Venue): string {
    const hour = hourAt(venue);
    if (hour === null) return locationTexts.choose;
    return hour.date === searched?.date
      ? freeHourTexts.chooseAt(hour.time)
      : freeHourTexts.chooseOn(shortDay(hour.date), hour.time);
  }

  return (
    <div className="page gutter pb-14">
      <VenuesHeader />
      <div className="mt-6 grid grid-cols-1 gap-5">
        {venues.isPending ? (
          <VenuesLoading />
        ) : venues.data === undefined ? (
          <LoadFailure
            title={locationTexts.failedHere}
            message={failureMessage(venues.error)}
            isBusy={venues.isFetching}
            onRetry={() => void venues.refetch()}
          />
        ) : venues.data.length === 0 ? (
          <EmptyState art={<EmptyCourtArt />} text={locationTexts.empty} />
        ) : (
          <>
            {clock !== null && wanted !== null && (
              <FreeHourSearch
                clock={clock}
                days={search.days}
                wanted={wanted}
                isActive={searched !== null}
                hours={search.hours}
                onSearch={search.setWanted}
                onClear={() => void search.setWanted(null)}
              >
                {searched !== null && <FreeHourResult wanted={searched} answer={search.answer} found={found} />}
              </FreeHourSearch>
            )}
            {search.isDayOutOfRange && <Notice isLive>{freeHourTexts.dayOver}</Notice>}
            <ul className={GRID}>
              {venuesInOrder(venues.data, search.order).map(({ venue }, at) => (
                <VenueCard
                  key={venue.venue_id}
                  venue={venue}
                  isFirst={at === 0}
                  choose={chooseText(venue)}
                  onChoose={() => choose(venue)}
                  onInfo={() => setShown(venue)}
                  onNear={() => prefetch(venue)}
                >
                  {renderHour(venue)}
                </VenueCard>
              ))}
            </ul>
          </>
        )}
      </div>
      {shown && <VenueDetailsDialog venue={shown} onClose={() => setShown(null)} onChoose={() => choose(shown)} />}
    </div>
  );
}

function VenuesHeader() {
  return (
    <StepsHeader
      step={1}
      title={locationTexts.title}
      subtitle={locationTexts.subtitle}
      back={<BackButton label={backTexts.home} render={<Link {...paths.home()} />} />}
      steps={stepTexts.names}
    />
  );
}

function VenuesLoading() {
  return (
    <Loading label={locationTexts.loading} shown>
      <WaitingNote />
      <ul className={GRID}>
        {[1, 2, 3].map((n) => (
          <li
            key={n}
            className="overflow-hidden rounded-xl border border-line bg-card md:max-xl:flex md:max-xl:min-h-60"
          >
            <Skeleton className="aspect-[16/9] rounded-none md:max-xl:aspect-auto md:max-xl:w-[42%]" />
            <div className="grid flex-1 content-end gap-4 p-5 md:max-xl:p-6">
              <Skeleton className="h-7 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-6 w-4/5" />
              <Skeleton className="h-12" />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  );
}
