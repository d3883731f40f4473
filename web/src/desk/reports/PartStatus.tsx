import { failureMessage } from '@/api/failure-message';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { reportsTexts } from './texts';

/** Shown in place of a part of a report while its figures are loading, or after they did not load. */
export function PartStatus({
  query: { error, isFetching, refetch },
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}) {
  if (error !== null) {
    return (
      <LoadFailure
        title={reportsTexts.failed}
        message={failureMessage(error)}
        retryLabel={reportsTexts.retry}
        isBusy={isFetching}
        onRetry={() => void refetch()}
        strip
      />
    );
  }
  return (
    <Loading label={reportsTexts.loading}>
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
