import { Link, Navigate, SearchParamError, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { shellTexts } from './texts';

function isInvalidSearch(error: unknown): boolean {
  return error instanceof SearchParamError;
}

/** Matches the errors of Vite and the browsers for a chunk that does not load, such as one that a release replaced. */
function isStaleChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

/**
 * Replaces a screen that failed, with a way to continue instead of a blank page. It has no picture, because that
 * might not load either.
 */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [at] = useState(() => router.state.location.pathname);
  // A required part of the query is missing or invalid: the flow starts again at its first step.
  if (isInvalidSearch(error)) {
    const isAccountScreen = at === '/mobile-verification' || at === '/change-password';
    return <Navigate {...(isAccountScreen ? paths.login() : paths.location())} replace />;
  }
  const isStale = isStaleChunk(error);
  return (
    <div className="page gutter grid min-h-[60dvh] content-center justify-items-center gap-4 text-center">
      <h1 className="display text-h1 italic">{isStale ? shellTexts.staleTitle : shellTexts.errorTitle}</h1>
      <p className="max-w-sm text-quiet">{isStale ? shellTexts.staleText : shellTexts.errorText}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button
          size="md"
          onClick={() => {
            if (isStale) window.location.reload();
            else {
              reset();
              void router.invalidate();
            }
          }}
        >
          {isStale ? shellTexts.reload : shellTexts.tryAgain}
        </Button>
        <Button size="md" variant="outline" render={<Link {...paths.home()} />}>
          {shellTexts.goHome}
        </Button>
      </div>
    </div>
  );
}
