import type { ReactNode } from 'react';
import { OfflineArt } from '@/ui/art/OfflineArt';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { waitingTexts } from './texts';

export interface LoadFailureProps {
  title: string;
  words?: string;
  onRetry: () => void;
  busy: boolean;
  /** Another way on, for what trying again will not cure. */
  away?: ReactNode;
}

/** A part that did not load, and the way to try again. */
export function LoadFailure({ title, words = '', onRetry, busy, away }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        art={<OfflineArt />}
        title={title}
        text={words}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button look="outline" size="md" busy={busy} onClick={onRetry}>
              {waitingTexts.retry}
            </Button>
            {away}
          </div>
        }
      />
    </div>
  );
}
