import { Link } from '@tanstack/react-router';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { StickyAction } from '@/ui/StickyAction';
import { GameSummary } from '../GameSummary';
import { StepSkeleton } from '../StepSkeleton';
import { backTexts, courtTexts, timeDateTexts } from '../texts';
import { WaitingNote } from '../WaitingNote';

/** The skeleton of the time step, the same for any hour of any venue. */
export function TimesSkeleton() {
  useTitle(timeDateTexts.documentTitle);
  const emptyRows = [courtTexts.venue, courtTexts.date, courtTexts.time].map((label) => ({ label, value: '…' }));
  return (
    <StepSkeleton
      step={2}
      title={timeDateTexts.title}
      subtitle={timeDateTexts.subtitle}
      back={<BackButton label={backTexts.venues} render={<Link {...paths.location()} />} />}
      choices={1}
      summary={
        <GameSummary
          title={timeDateTexts.noTimeYet}
          subtitle={timeDateTexts.pickFirst}
          rows={[...emptyRows, { label: courtTexts.players, value: courtTexts.upTo4 }]}
          noTotal={timeDateTexts.pickTime}
          action={
            <Button variant="lime" wide disabled>
              {timeDateTexts.continue}
            </Button>
          }
          note={timeDateTexts.courtNext}
        />
      }
      action={
        <StickyAction>
          <Button wide disabled>
            {timeDateTexts.continue}
          </Button>
        </StickyAction>
      }
    >
      <div className="mt-4 grid grid-cols-1 gap-4">
        <TimesLoading />
      </div>
    </StepSkeleton>
  );
}

/** Placeholders while days and hours are loading. */
export function TimesLoading() {
  return (
    <Loading label={timeDateTexts.loading}>
      <WaitingNote />
      <div className="flex gap-2.25 overflow-hidden py-2">
        {Array.from({ length: 12 }, (_, at) => (
          <Skeleton key={at} className="h-22 w-15 shrink-0 rounded-lg" />
        ))}
      </div>
      <div className="mt-4 grid gap-3">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-22 rounded-xl" />
        ))}
      </div>
    </Loading>
  );
}
