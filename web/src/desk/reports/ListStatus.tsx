import { failureMessage } from '@/api/failure-message';
import { useOnline } from '@/lib/online';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { reportsTexts } from './texts';

/** Shows that a list loads, or that it failed, with a button to try again; nothing once it is loaded. */
export function ListStatus({
  query: { isPending, isFetching, error },
  failed,
  onRetry,
}: {
  query: { isPending: boolean; isFetching: boolean; error: Error | null };
  /** The title of the failure. */
  failed: string;
  onRetry: () => void;
}) {
  const online = useOnline();
  // The window covers the notice of the screen.
  if (isPending && !online) {
    return (
      <p role="status" className="text-quiet">
        {reportsTexts.offline}
      </p>
    );
  }
  if (isPending) {
    return (
      <Loading label={reportsTexts.loading}>
        <Skeleton className="h-56 w-full" />
      </Loading>
    );
  }
  if (error === null) return null;
  return (
    <LoadFailure
      title={failed}
      message={failureMessage(error)}
      retryLabel={reportsTexts.retry}
      isBusy={isFetching}
      onRetry={onRetry}
      strip
    />
  );
}
