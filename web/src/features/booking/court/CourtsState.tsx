import { Link } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { LoadFailure } from '../LoadFailure';
import { backTexts, courtTexts } from '../texts';
import { WaitingNote } from '../WaitingNote';

/** Placeholders while the courts are loading. */
export function CourtsLoading() {
  return (
    <Loading label={courtTexts.loading}>
      <WaitingNote />
      {/* At least as high as the screen, so that the bar below does not shift when the map is loaded. */}
      <div className="min-h-dvh">
        {[1, 2].map((group) => (
          <div key={group} className="mb-8">
            <Skeleton className="mb-4 h-6 w-28" />
            <div className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-x-2.5 gap-y-3.5">
              {[1, 2, 3, 4].map((n) => (
                <Skeleton key={n} className="aspect-[1/2] max-w-24" />
              ))}
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The step's question with space reserved for the longer text that replaces it, so that the layout does not shift. */
export function QuestionWithReservedSpace({ time }: { time: string }) {
  return (
    <span className="relative block">
      <span className="absolute inset-0">{courtTexts.question}</span>
      <span aria-hidden="true" className="opacity-0">
        {courtTexts.subtitle(88, 88, time)}
      </span>
    </span>
  );
}

export interface CourtsFailureProps {
  cause: Error | null;
  isBusy: boolean;
  onRetry: () => void;
}

/** Shown if the courts failed to load: 'Error: {message}' (spec §8). */
export function CourtsFailure({ cause, isBusy, onRetry }: CourtsFailureProps) {
  return (
    <LoadFailure
      title={courtTexts.failed(failureMessage(cause))}
      isBusy={isBusy}
      onRetry={onRetry}
      otherAction={
        <Button variant="ghost" size="md" render={<Link {...paths.location()} />}>
          {backTexts.venues}
        </Button>
      }
    />
  );
}
