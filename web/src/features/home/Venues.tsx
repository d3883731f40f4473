import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { venuesQuery } from '@/api/venues';
import { useDeviceId } from '@/lib/device-id';
import { rupees } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Skeleton } from '@/ui/Skeleton';
import { SlowNote } from '@/ui/SlowNote';
import { VenueArt } from '@/ui/art/VenueArt';
import { belowTexts } from './below-texts';

/** The operator's venues, each linking to its hours. */
export function Venues() {
  const venues = useQuery(venuesQuery);
  const deviceId = useDeviceId();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="display text-h1">{belowTexts.venues}</h2>
          <p className="mt-3 text-quiet">{belowTexts.venuesText}</p>
        </div>
        <Button variant="outline" size="sm" render={<Link {...paths.location()} />}>
          {belowTexts.allVenues}
        </Button>
      </div>
      <div className="mt-7">
        {venues.isError && (
          <LoadFailure
            strip
            title={belowTexts.venuesFailed}
            retryLabel={belowTexts.retry}
            isBusy={venues.isFetching}
            onRetry={() => void venues.refetch()}
          />
        )}
        {venues.isPending && <SlowNote slow={belowTexts.slow} />}
        {venues.data?.length === 0 && <p className="text-quiet">{belowTexts.venuesEmpty}</p>}
        <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-4 lg:gap-6">
          {venues.isPending &&
            [1, 2, 3].map((n) => (
              <li key={n}>
                <Skeleton className="aspect-[4/3] w-full rounded-xl md:max-lg:aspect-[15/16]" />
              </li>
            ))}
          {venues.data?.map((venue) => (
            <li key={venue.venue_id}>
              <Link
                {...paths.timeDateSelection({ venue: venue.venue_id, sport: 1, device_id: deviceId })}
                className="group block overflow-hidden rounded-xl border border-line bg-card transition-colors hover:border-edge"
              >
                <span className="relative block aspect-[16/9] overflow-hidden bg-surround">
                  <VenueArt className="absolute inset-0 size-full" />
                  {venue.venue_image !== '' && (
                    <img
                      src={venue.venue_image}
                      alt=""
                      loading="lazy"
                      className="absolute inset-0 size-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
                      onError={(event) => {
                        event.currentTarget.hidden = true;
                      }}
                    />
                  )}
                </span>
                <span className="block p-5 md:max-lg:p-4">
                  <span className="display block text-h3 md:max-lg:text-[1.5rem]">{venue.venue_name}</span>
                  <span className="mt-2 block text-quiet">{venue.venue_location}</span>
                  <span className="figures mt-1 flex flex-wrap justify-between gap-x-4 text-small font-semibold">
                    <span>{belowTexts.courts(venue.outdoor_counts, venue.indoor_counts)}</span>
                    {typeof venue.lowest_price === 'number' && (
                      <span>
                        {venue.lowest_price === venue.highest_price
                          ? rupees(venue.lowest_price)
                          : belowTexts.from(rupees(venue.lowest_price))}
                      </span>
                    )}
                  </span>
                  <span className="sr-only">{belowTexts.choose(venue.venue_name)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
