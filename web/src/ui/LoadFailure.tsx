import { Button } from './Button';
import { Notice } from './Notice';

export interface LoadFailureProps {
  title: string;
  words?: string;
  retryLabel: string;
  onRetry: () => void;
  busy: boolean;
}

/** A part that did not load, and the way to try again. */
export function LoadFailure({ title, words, retryLabel, onRetry, busy }: LoadFailureProps) {
  return (
    <Notice
      tone="bad"
      title={title}
      live
      action={
        <Button look="outline" size="sm" busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      {words}
    </Notice>
  );
}
