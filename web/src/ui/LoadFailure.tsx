import type { ReactNode } from 'react';
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal';
import { BallInNetArt } from './art/BallInNetArt';
import { Button } from './Button';
import { EmptyState } from './EmptyState';
import { Notice } from './Notice';

export interface LoadFailureProps {
  title: string;
  message?: string;
  retryLabel: string;
  onRetry: () => void;
  isBusy: boolean;
  /** A strip above existing content; otherwise it fills the place of the missing content. */
  strip?: boolean;
  /** Another action beside the retry; not shown in a strip. */
  otherAction?: ReactNode;
}

/** Shown for a part that failed to load, with a retry button. */
export function LoadFailure({
  title,
  message = '',
  retryLabel,
  onRetry,
  isBusy,
  strip = false,
  otherAction,
}: LoadFailureProps) {
  // While the part is loaded again, a screen may show its placeholders instead.
  const button = useFocusAfterRemoval();
  const retry = (
    <Button ref={button} variant="outline" size={strip ? 'sm' : 'md'} isBusy={isBusy} onClick={onRetry}>
      {retryLabel}
    </Button>
  );
  if (strip) {
    return (
      <Notice tone="bad" title={title} isLive action={retry}>
        {message}
      </Notice>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        art={<BallInNetArt />}
        title={title}
        text={message}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {retry}
            {otherAction}
          </div>
        }
      />
    </div>
  );
}
