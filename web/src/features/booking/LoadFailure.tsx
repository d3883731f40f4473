import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { waitingTexts } from './texts';

export interface LoadFailureProps {
  title: string;
  words?: string;
  onRetry: () => void;
  busy: boolean;
}

/** A part that did not load, and the way to try again. */
export function LoadFailure({ title, words, onRetry, busy }: LoadFailureProps) {
  return (
    <Notice
      tone="bad"
      title={title}
      live
      action={
        <Button look="outline" size="sm" busy={busy} onClick={onRetry}>
          {waitingTexts.retry}
        </Button>
      }
    >
      {words}
    </Notice>
  );
}
