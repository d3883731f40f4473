import { LoadFailure as Failure, type LoadFailureProps } from '@/ui/LoadFailure';
import { waitingTexts } from './texts';

/** A part of the booking that did not load, in the booking's words. */
export function LoadFailure(props: Omit<LoadFailureProps, 'retryLabel' | 'strip'>) {
  return <Failure {...props} retryLabel={waitingTexts.retry} />;
}
