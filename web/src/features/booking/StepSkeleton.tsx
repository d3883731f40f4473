import type { ReactNode } from 'react';
import { Pill } from '@/ui/Pill';
import { Skeleton } from '@/ui/Skeleton';
import { StepsHeader } from '@/ui/StepsHeader';
import { stepTexts } from './texts';

export interface StepSkeletonProps {
  step: number;
  title: string;
  subtitle: ReactNode;
  /** A BackButton. */
  back: ReactNode;
  /** The number of pills under the title on phones; their text is not known yet. */
  choices: number;
  /** Placeholders for the choices. */
  children: ReactNode;
  /** The card beside the choices on larger screens. */
  summary: ReactNode;
  /** The action bar. */
  action: ReactNode;
}

/**
 * The skeleton of a booking step, the same for any venue, day and hour: the server renders it for addresses that name
 * them. Each part has the size of the real one, so that the layout does not shift when that replaces it.
 */
export function StepSkeleton({ step, title, subtitle, back, choices, children, summary, action }: StepSkeletonProps) {
  return (
    <div className="page gutter pb-10">
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-14">
        <div className="min-w-0">
          <StepsHeader step={step} title={title} subtitle={subtitle} back={back} steps={stepTexts.names}>
            <span className="flex flex-wrap gap-2 md:hidden" aria-hidden="true">
              {Array.from({ length: choices }, (_, at) => (
                <Pill key={at} render={<span />}>
                  <Skeleton className="h-3.5 w-24" />
                </Pill>
              ))}
            </span>
          </StepsHeader>
          {children}
        </div>
        <div className="hidden lg:block">
          <div className="sticky top-24 pt-6">{summary}</div>
        </div>
      </div>
      <div className="lg:hidden">{action}</div>
    </div>
  );
}
