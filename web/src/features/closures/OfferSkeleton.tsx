import { useOnline } from '@/lib/online';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { SlowNote } from '@/ui/SlowNote';
import { closedCourtTexts } from './texts';

/** The page while its game is loading. */
export function OfferSkeleton() {
  const online = useOnline();
  return (
    <Loading label={closedCourtTexts.loading}>
      <div className="scheme-dark bg-deep">
        <div className="page gutter grid gap-4 pt-28 pb-10">
          <h1 className="sr-only">{closedCourtTexts.documentTitle}</h1>
          <Skeleton className="h-12 w-64 max-w-full" />
          <Skeleton className="h-12 w-40" />
          <Skeleton className="h-5 w-80 max-w-full" />
        </div>
      </div>
      <div className="page gutter grid gap-4 py-6">
        <SlowNote slow={closedCourtTexts.slow} offline={online ? undefined : closedCourtTexts.offline} />
        <Skeleton className="h-40 w-full rounded-xl" />
        <Skeleton className="h-40 w-full rounded-xl" />
        <Skeleton className="h-40 w-full rounded-xl" />
      </div>
    </Loading>
  );
}
