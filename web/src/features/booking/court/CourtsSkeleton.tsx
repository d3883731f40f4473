import { Link } from '@tanstack/react-router';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { BackButton } from '@/ui/BackButton';
import { GameSummary } from '../GameSummary';
import { StepSkeleton } from '../StepSkeleton';
import { backTexts, courtTexts } from '../texts';
import { CourtAction } from './CourtAction';
import { CourtsLoading, QuestionWithReservedSpace } from './CourtsState';

const noChoice = { chosen: undefined, isBusy: false, isFinding: false, disabled: true, onContinue: () => {} };

/** The skeleton of the court step, the same for any hour of any venue. */
export function CourtsSkeleton() {
  useTitle(courtTexts.documentTitle);
  const emptyRows = [courtTexts.venue, courtTexts.date, courtTexts.time].map((label) => ({ label, value: '…' }));
  return (
    <StepSkeleton
      step={3}
      title={courtTexts.title}
      subtitle={<QuestionWithReservedSpace time="10:00 PM" />}
      back={<BackButton label={backTexts.venues} render={<Link {...paths.location()} />} />}
      choices={2}
      summary={
        <GameSummary
          title={courtTexts.noCourtYet}
          subtitle={courtTexts.tapOne}
          rows={[...emptyRows, { label: courtTexts.players, value: courtTexts.upTo4 }]}
          noTotal={courtTexts.tapOne}
          action={<CourtAction {...noChoice} variant="lime" />}
        />
      }
      action={<CourtAction {...noChoice} variant="deep" sticky />}
    >
      <div className="mt-6 grid grid-cols-1 gap-6">
        <CourtsLoading />
      </div>
    </StepSkeleton>
  );
}
