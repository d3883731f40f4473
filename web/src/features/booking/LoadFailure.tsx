import { OfflineArt } from '@/ui/art/OfflineArt';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { waitingTexts } from './texts';

export interface LoadFailureProps {
  title: string;
  words?: string;
  onRetry: () => void;
  busy: boolean;
}

/** A part that did not load, and the way to try again. */
export function LoadFailure({ title, words = '', onRetry, busy }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        art={<OfflineArt />}
        title={title}
        text={words}
        action={
          <Button look="outline" size="md" busy={busy} onClick={onRetry}>
            {waitingTexts.retry}
          </Button>
        }
      />
    </div>
  );
}
