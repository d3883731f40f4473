import { Link, useLocation } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { isAbsent } from '@/api/order-info';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { LoadFailure } from '../LoadFailure';
import { passTexts } from './texts';
import { WaitingNote } from '../WaitingNote';
import { PassBackground } from './PassBackground';

/** A placeholder while the pass is loading. */
export function PassLoading() {
  return (
    <div className="mx-auto w-full max-w-105">
      <Loading label={passTexts.loading}>
        <WaitingNote />
        <Skeleton className="h-31 rounded-t-2xl rounded-b-none" />
        <Skeleton className="mt-0.5 h-64 rounded-none" />
        <Skeleton className="mt-0.5 h-28 rounded-t-none rounded-b-2xl" />
      </Loading>
    </div>
  );
}

/** The skeleton of a screen with a pass, the same for any order. */
export function PassSkeleton({ title }: { title: string }) {
  useTitle(title);
  return (
    <PassBackground>
      <h1 className="sr-only">{title}</h1>
      <PassLoading />
    </PassBackground>
  );
}

export interface PassFailureProps {
  cause: Error | null;
  isBusy: boolean;
  onRetry: () => void;
}

/** Shown if the order cannot be shown: it does not exist, or it failed to load. */
export function PassFailure({ cause, isBusy, onRetry }: PassFailureProps) {
  if (isAbsent(cause)) return <NoPass text={passTexts.notFound} />;
  return <LoadFailure title={passTexts.failed} message={failureMessage(cause)} isBusy={isBusy} onRetry={onRetry} />;
}

/** Says that there is no pass here, with links to book a court and to the player's bookings. */
export function NoPass({ text }: { text: string }) {
  return (
    <EmptyState
      art={<LostBallArt />}
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="lime" size="md" render={<Link {...paths.location()} />}>
            {passTexts.book}
          </Button>
          <Button variant="outline" size="md" render={<Link {...paths.bookingHistory()} />}>
            {passTexts.history}
          </Button>
        </div>
      }
    />
  );
}

/** A visitor sees no order; after login the same address shows it. */
export function PassForVisitor() {
  const { href } = useLocation();
  return (
    <EmptyState
      art={<LostBallArt />}
      title={passTexts.signIn}
      text={passTexts.signInNote}
      action={
        <Button variant="lime" size="md" render={<Link {...paths.login()} state={{ returnTo: href }} />}>
          {passTexts.logIn}
        </Button>
      }
    />
  );
}
