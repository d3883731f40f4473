import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useTitle } from '@/lib/title';
import { EmptyScreen } from '@/ui/EmptyScreen';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { loadFailureOf } from '@/desk/api/load-failure';
import { may, activeVenues, useMe } from '@/desk/api/me';
import { missingVenueText } from '@/desk/layout/missing-venue';
import { rememberVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import { hoursQuery } from './hours';
import { HoursScreen } from './HoursScreen';
import { hoursTexts } from './texts';

/** The opening hours of a venue, and publishing a change of them. */
export function HoursPage() {
  useTitle(hoursTexts.title);
  const me = useMe();
  const params = useParams({ strict: false }) as { venue?: string };
  const navigate = useNavigate();
  const venue = me && activeVenues(me).find(({ id }) => String(id) === params.venue);
  const isAllowed = may(me, 'hours.publish');
  const query = useQuery({ ...hoursQuery(venue?.id ?? 0), enabled: isAllowed && venue !== undefined });
  useEffect(() => {
    if (venue !== undefined) rememberVenue(venue.id);
  }, [venue]);
  if (me === undefined) return null;
  if (!isAllowed) return <EmptyScreen text={hoursTexts.notAllowed} />;
  if (venue === undefined) return <EmptyScreen text={missingVenueText(me, params.venue, hoursTexts.noVenue)} />;
  const failureOf = (cause: Error, strip: boolean) => (
    <LoadFailure
      title={hoursTexts.failed}
      message={failureMessage(cause)}
      retryLabel={hoursTexts.retry}
      isBusy={query.isFetching}
      onRetry={() => void query.refetch()}
      strip={strip}
    />
  );
  if (query.data === undefined) {
    const failure = loadFailureOf(query);
    return failure !== null ? (
      <div className="grid flex-1 place-content-center">{failureOf(failure, false)}</div>
    ) : (
      <div className="flex-1 px-5 py-6">
        <Loading label={hoursTexts.loading}>
          <Skeleton className="h-11 w-72" />
          <Skeleton className="mt-6 h-96 w-full" />
        </Loading>
      </div>
    );
  }
  return (
    <HoursScreen
      key={venue.id}
      me={me}
      venue={venue}
      hours={query.data}
      failure={query.isError && failureOf(query.error, true)}
      onVenue={(id) => void navigate(paths.hours(id))}
    />
  );
}
