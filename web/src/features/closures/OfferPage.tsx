import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiFailure } from '@/api/api-failure';
import { useTitle } from '@/lib/title';
import { offersQuery } from './api/offers';
import { Games } from './Games';
import { closedCourtTexts } from './texts';
import { WithoutOffers } from './WithoutOffers';

/** The page on which a player whose court was closed chooses another court or hour, or the money; needs no login. */
export function OfferPage() {
  useTitle(closedCourtTexts.documentTitle);
  const { token } = useParams({ from: '/r/$token' });
  const offers = useQuery(offersQuery(token));
  // If the link has ended while the page was open, the games that were loaded before are not shown any more.
  const isGone = offers.error instanceof ApiFailure && offers.error.status === 404;
  if (offers.data !== undefined && !isGone) {
    return <Games token={token} offers={offers.data} updatedAt={offers.dataUpdatedAt} />;
  }
  return <WithoutOffers cause={offers.error} isFetching={offers.isFetching} onRetry={() => void offers.refetch()} />;
}
