import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { paths } from '@/desk/lib/paths';
import { deskTexts } from './texts';

/** Replaces a screen that failed, with ways to go on. */
export function RouteError({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div role="alert" className="grid flex-1 place-content-center">
      <EmptyState
        title={deskTexts.errorTitle}
        text={deskTexts.errorText}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button
              size="md"
              onClick={() => {
                reset();
                void router.invalidate();
              }}
            >
              {deskTexts.tryAgain}
            </Button>
            <Button size="md" variant="outline" render={<Link {...paths.start()} />}>
              {deskTexts.toBoard}
            </Button>
          </div>
        }
      />
    </div>
  );
}

/** An address without a screen. */
export function NotFound() {
  useTitle(deskTexts.notFoundTitle);
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState
        art={<LostBallArt />}
        title={deskTexts.notFoundTitle}
        text={deskTexts.notFoundText}
        action={
          <Button size="md" render={<Link {...paths.start()} />}>
            {deskTexts.toBoard}
          </Button>
        }
      />
    </div>
  );
}
