import { failureMessage } from '@/api/failure-message';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { keysTexts } from './texts';

/** Shown in place of a part of the screen of keys while it is loading, or after it did not load. */
export function PartStatus({
  query: { error, isFetching, refetch },
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}) {
  if (error === null) {
    return (
      <Loading label={keysTexts.loading}>
        <Skeleton className="h-14 w-full" />
      </Loading>
    );
  }
  return (
    <LoadFailure
      title={keysTexts.failed}
      message={failureMessage(error)}
      retryLabel={keysTexts.retry}
      isBusy={isFetching}
      onRetry={() => void refetch()}
      strip
    />
  );
}
