import { failureMessage } from '@/api/failure-message';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { panelTexts } from './texts';

/** Takes the place of a booking in the panel while it loads, or if it did not load. */
export function MissingBooking({
  isGone,
  failure,
  isBusy,
  onRetry,
}: {
  isGone: boolean;
  failure: Error | null;
  isBusy: boolean;
  onRetry: () => void;
}) {
  if (isGone) return <p className="mt-8 text-quiet">{panelTexts.gone}</p>;
  if (failure !== null) {
    return (
      <div className="mt-6">
        <LoadFailure
          title={panelTexts.failed}
          message={failureMessage(failure)}
          retryLabel={panelTexts.retry}
          isBusy={isBusy}
          onRetry={onRetry}
          strip
        />
      </div>
    );
  }
  return (
    <Loading label={panelTexts.loading}>
      <div className="mt-5 grid gap-4">
        <Skeleton className="h-11 w-56" />
        <Skeleton className="h-6 w-44" />
        <Skeleton className="mt-4 h-28 w-full" />
      </div>
    </Loading>
  );
}
