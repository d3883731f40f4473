import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '@/lib/paths';
import { useSingleTap } from '@/lib/use-single-tap';
import { BackButton } from '@/ui/BackButton';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { PageHeading } from '@/ui/PageHeading';
import { RallyScene, type BallAt } from './RallyScene';
import { layoutTexts } from './texts';

export interface AuthLayoutProps {
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
  /** Links to the other account screens. */
  crossLinks?: ReactNode;
  /** The position of the ball in the scene. */
  ball: BallAt;
}

/** The frame of an account screen: back, heading and form; on larger screens a court beside them. */
export function AuthLayout({ title, subtitle, children, crossLinks, ball }: AuthLayoutProps) {
  const { history } = useRouter();
  const navigate = useNavigate();

  // One step back in the history, also for two quick taps; a screen opened by a link has no history, so it leads home.
  const goBack = useSingleTap(() => {
    if (history.canGoBack()) history.back();
    else void navigate(paths.home());
  });

  return (
    <div className="page grid md:min-h-[calc(100dvh-5rem)] md:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:grid-cols-2">
      <div className="gutter relative w-full max-w-[42rem] pb-16 md:pb-20">
        <CourtDrawing
          type="outdoor"
          state="selected"
          className="pointer-events-none absolute top-2.5 right-6 w-10 rotate-12 md:hidden"
        />
        <PageHeading
          title={title}
          subtitle={subtitle}
          back={<BackButton label={layoutTexts.back} onClick={goBack} />}
        />
        <div className="mt-6 md:mt-8">{children}</div>
        {crossLinks !== undefined && <div className="mt-7 grid gap-1 text-quiet">{crossLinks}</div>}
      </div>
      <aside aria-hidden="true" className="hidden md:block md:py-6 md:pr-8 lg:pr-12">
        <div className="sticky top-24 h-[calc(100dvh-8rem)] max-h-[36rem] min-h-[30rem] lg:max-h-[46rem] overflow-hidden rounded-2xl bg-deep">
          <RallyScene ball={ball} />
        </div>
      </aside>
    </div>
  );
}
