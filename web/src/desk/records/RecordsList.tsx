import type { ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { recordsTexts } from './texts';

/** The query of a list that is read page by page. */
export interface Pages {
  isPending: boolean;
  error: Error | null;
  /** Whether the first page failed, so that nothing is loaded. */
  isLoadingError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/** Shows a list that is read page by page: loading, failed, empty, or its rows with a button for the next page. */
export function RecordsList({
  pages,
  isEmpty,
  empty,
  emptyText,
  failed,
  children,
}: {
  pages: Pages;
  isEmpty: boolean;
  empty: string;
  emptyText: string;
  failed: string;
  children: ReactNode;
}) {
  const failure = pages.error !== null && (
    <LoadFailure
      title={failed}
      message={failureMessage(pages.error)}
      retryLabel={recordsTexts.retry}
      isBusy={pages.isFetching}
      onRetry={() => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
      strip={!isEmpty}
    />
  );
  if (pages.isPending && pages.error === null) {
    return (
      <div className="pt-5">
        <Loading label={recordsTexts.loading}>
          <Skeleton className="h-60 w-full" />
        </Loading>
      </div>
    );
  }
  if (isEmpty) return <div className="pt-8">{failure || <EmptyState title={empty} text={emptyText} />}</div>;
  return (
    <>
      {!pages.isFetchNextPageError && failure && <div className="pt-3">{failure}</div>}
      {children}
      {/* Beside the button that was pressed: the head of a long list is out of view. */}
      {pages.isFetchNextPageError && failure && <div className="pt-3">{failure}</div>}
      {pages.hasNextPage && (
        <div className="grid pt-4">
          <Button
            variant="outline"
            size="md"
            className="justify-self-center"
            isBusy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {recordsTexts.more}
          </Button>
        </div>
      )}
    </>
  );
}
