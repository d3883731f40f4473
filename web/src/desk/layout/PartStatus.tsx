import { failureMessage } from '@/api/failure-message';
import { loadFailureOf } from '@/desk/api/load-failure';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';

/** Shown in place of a part of a screen while it is loading, or after it did not load. */
export function PartStatus({
  query,
  loading,
  failed,
  retry,
  height,
}: {
  query: {
    error: Error | null;
    isPaused: boolean;
    failureReason: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** What is said of the part while it is loading, and after it did not load, with the label of its button. */
  loading: string;
  failed: string;
  retry: string;
  /** The class of the height of what is loading. */
  height: string;
}) {
  const { isFetching, refetch } = query;
  const failure = loadFailureOf(query);
  if (failure !== null) {
    return (
      <LoadFailure
        title={failed}
        message={failureMessage(failure)}
        retryLabel={retry}
        isBusy={isFetching}
        onRetry={() => void refetch()}
        strip
      />
    );
  }
  return (
    <Loading label={loading}>
      <Skeleton className={`w-full ${height}`} />
    </Loading>
  );
}
