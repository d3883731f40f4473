import { Link, useRouter } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { useAppConfig } from '@/api/app-config';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { OfferSkeleton } from './OfferSkeleton';
import { closedCourtTexts } from './texts';

export interface WithoutOffersProps {
  cause: Error | null;
  isFetching: boolean;
  onRetry: () => void;
}

/** The page without games to show: they are loading or failed to load, or the link is not valid. */
export function WithoutOffers({ cause, isFetching, onRetry }: WithoutOffersProps) {
  if (cause === null) return <OfferSkeleton />;
  if (cause instanceof ApiFailure && cause.status === 404) return <WrongLink text={cause.userMessage} />;
  return (
    <div className="scheme-dark grid min-h-dvh content-center bg-deep text-ink">
      <h1 className="sr-only">{closedCourtTexts.documentTitle}</h1>
      <LoadFailure
        title={closedCourtTexts.failed}
        message={failureMessage(cause)}
        retryLabel={closedCourtTexts.retry}
        isBusy={isFetching}
        onRetry={onRetry}
      />
    </div>
  );
}

function WrongLink({ text }: { text: string }) {
  const phone = useAppConfig()?.brand.phone;
  const { isAuthenticated } = useSession();
  const router = useRouter();
  const bookings = paths.bookingHistory();
  return (
    <div className="scheme-dark grid min-h-dvh content-center justify-items-center gap-4 bg-deep px-5 py-12 text-center text-ink">
      <LostBallArt className="w-56" />
      <h1 className="display text-h1 italic">{closedCourtTexts.wrongTitle}</h1>
      <p className="max-w-sm text-quiet">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {isAuthenticated ? (
          <Button size="md" render={<Link {...bookings} />}>
            {closedCourtTexts.bookings}
          </Button>
        ) : (
          <Button
            size="md"
            render={<Link {...paths.login()} state={{ returnTo: router.buildLocation(bookings).href }} />}
          >
            {closedCourtTexts.logIn}
          </Button>
        )}
        {phone && (
          <Button
            size="md"
            variant="outline"
            icon={<Phone aria-hidden="true" className="size-5" />}
            // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
            render={<a href={`tel:${phone}`} />}
          >
            {closedCourtTexts.call}
          </Button>
        )}
      </div>
    </div>
  );
}
