import { Link, useRouter } from '@tanstack/react-router';
import { useInBrowser } from '@/lib/in-browser';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { useSingleTap } from '@/lib/use-single-tap';
import { Button } from '@/ui/Button';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { infoTexts } from './texts';

/**
 * The entries of the browser's history when this code was loaded. If the visit began at an unknown address, they are this page and those
 * before the visit, which the router does not know. Pages that are opened later may lie ahead of it, so they do not count.
 */
const entriesAtLoad = typeof window === 'undefined' ? 0 : window.history.length;

/** Shown for an unknown address; Go Back goes back in the history, or home if there is none (spec §2). */
export function NotFoundPage() {
  useTitle(infoTexts.notFoundTitle);
  const router = useRouter();
  const canGoBack = useInBrowser() && (router.history.canGoBack() || entriesAtLoad > 1);
  const goBack = useSingleTap(() => router.history.back());
  return (
    <div className="page gutter grid justify-items-center pt-14 text-center md:pt-20">
      <LostBallArt className="w-72 md:w-96" />
      <h1 className="display mt-6 text-h1 italic">{infoTexts.notFoundTitle}</h1>
      <p className="mt-3 max-w-sm text-balance text-quiet">{infoTexts.notFoundText}</p>
      <div className="mt-7">
        {canGoBack ? (
          <Button className="min-w-48" onClick={goBack}>
            {infoTexts.goBack}
          </Button>
        ) : (
          <Button className="min-w-48" render={<Link {...paths.home()} />}>
            {infoTexts.goBack}
          </Button>
        )}
      </div>
    </div>
  );
}
