import { LoadFailure as Failure, type LoadFailureProps } from '@/ui/LoadFailure';
import { waitingTexts } from './texts';

/** A failed part of the booking screens, with their text for the retry button. */
export function LoadFailure(props: Omit<LoadFailureProps, 'retryLabel' | 'strip'>) {
  return <Failure {...props} retryLabel={waitingTexts.retry} />;
}
