import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureWords } from '@/api/failure-words';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { deviceId } from '@/lib/device-id';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { EmptyCourtArt } from '@/ui/art/EmptyCourtArt';
import { BackButton } from '@/ui/BackButton';
import { EmptyState } from '@/ui/EmptyState';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { StepsHeader } from '@/ui/StepsHeader';
import { LoadFailure } from './LoadFailure';
import { VenueCard, type Venue } from './location/VenueCard';
import { VenueDetailsDialog } from './location/VenueDetailsDialog';
import { backTexts, locationTexts, stepTexts } from './texts';
import { WaitingNote } from './WaitingNote';

const GRID = 'grid gap-5 md:grid-cols-2 xl:grid-cols-3';

/** Step 1 of 3: where to play (spec §2). */
export function LocationPage() {
  useTitle(locationTexts.documentTitle);
  const venues = useQuery(venuesQuery);
  const { error, errorUpdatedAt } = venues;
  const [shown, setShown] = useState<Venue | null>(null);
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();

  useEffect(() => {
    if (error !== null) toast.error(locationTexts.failed, locationTexts.failedTitle);
  }, [error, errorUpdatedAt]);

  function choose(venue: Venue) {
    void navigate(paths.timeDateSelection({ venue: venue.venue_id, sport: 1, device_id: deviceId() }));
  }

  function prefetch(venue: Venue) {
    void queryClient.prefetchQuery(slotsQuery(venue.venue_id));
    void router.preloadRoute(paths.timeDateSelection({ venue: venue.venue_id, sport: 1 }));
  }

  return (
    <div className="page gutter pb-14">
      <StepsHeader
        step={1}
        title={locationTexts.title}
        subtitle={locationTexts.subtitle}
        back={<BackButton label={backTexts.home} render={<Link {...paths.home()} />} />}
        steps={stepTexts.names}
      />
      <div className="mt-6">
        {venues.isPending ? (
          <Loading label={locationTexts.loading} shown>
            <WaitingNote />
            <ul className={GRID}>
              {[1, 2, 3].map((n) => (
                <li key={n} className="overflow-hidden rounded-xl border border-line bg-card">
                  <Skeleton className="aspect-[16/9] rounded-none" />
                  <div className="grid gap-4 p-5">
                    <Skeleton className="h-7 w-3/5" />
                    <Skeleton className="h-4 w-2/5" />
                    <Skeleton className="h-6 w-4/5" />
                    <Skeleton className="h-12" />
                  </div>
                </li>
              ))}
            </ul>
          </Loading>
        ) : venues.data === undefined ? (
          <LoadFailure
            title={locationTexts.failedHere}
            words={failureWords(venues.error)}
            busy={venues.isFetching}
            onRetry={() => void venues.refetch()}
          />
        ) : venues.data.length === 0 ? (
          <EmptyState art={<EmptyCourtArt />} text={locationTexts.empty} />
        ) : (
          <ul className={GRID}>
            {venues.data.map((venue, at) => (
              <VenueCard
                key={venue.venue_id}
                venue={venue}
                first={at === 0}
                onChoose={() => choose(venue)}
                onInfo={() => setShown(venue)}
                onNear={() => prefetch(venue)}
              />
            ))}
          </ul>
        )}
      </div>
      {shown && <VenueDetailsDialog venue={shown} onClose={() => setShown(null)} onChoose={() => choose(shown)} />}
    </div>
  );
}
