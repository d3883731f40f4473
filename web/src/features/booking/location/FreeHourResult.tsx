import type { UseQueryResult } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { useOnline } from '@/lib/online';
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal';
import { Button } from '@/ui/Button';
import type { VenueAtHour } from '../api/free-hours';
import { freeHourTexts, waitingTexts } from '../texts';
import { hourForScreenReaders } from './FreeHourSearch';
import type { WantedHour } from './wanted-hour';

export interface FreeHourResultProps {
  wanted: WantedHour;
  answer: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  found: readonly VenueAtHour[] | undefined;
}

/** The result of the search in one line, announced to screen readers. */
export function FreeHourResult({ wanted, answer, found }: FreeHourResultProps) {
  const online = useOnline();
  const failed = found === undefined && answer.error !== null && online;
  return (
    <>
      <p role="status" className={`figures font-semibold ${failed ? 'text-bad' : found ? '' : 'text-quiet'}`}>
        {found ? (
          <>
            <span className="sr-only">{freeHourTexts.foundLabel(hourForScreenReaders(wanted), sumUp(found))}</span>
            <span aria-hidden="true">{sumUp(found)}</span>
          </>
        ) : failed ? (
          `${freeHourTexts.failed}. ${failureMessage(answer.error)}`
        ) : online ? (
          freeHourTexts.looking
        ) : (
          freeHourTexts.offline
        )}
      </p>
      {failed && <Retry isBusy={answer.isFetching} onRetry={() => void answer.refetch()} />}
    </>
  );
}

function Retry({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  const button = useFocusAfterRemoval();
  return (
    <Button ref={button} variant="outline" size="sm" className="mt-2" isBusy={isBusy} onClick={onRetry}>
      {waitingTexts.retry}
    </Button>
  );
}

function sumUp(found: readonly VenueAtHour[]): string {
  const free = found.filter((venue) => venue.free > 0);
  if (free.length === 0) return freeHourTexts.foundNone;
  return freeHourTexts.found(
    free.length,
    free.reduce((sum, venue) => sum + venue.free, 0),
  );
}
