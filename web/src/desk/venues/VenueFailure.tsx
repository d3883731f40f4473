import { Notice } from '@/ui/Notice';
import { writeFailure } from '@/desk/api/write-failure';
import { venuesTexts } from './texts';
import { venueMessage } from './venues';

/** Says that a venue was not saved and why, or that it is not known whether it was. */
export function VenueFailure({ cause }: { cause: Error }) {
  const { title, message } = writeFailure(cause, venuesTexts.notSaved, venueMessage);
  return (
    <Notice tone="warn" tight isLive title={title}>
      {message}
    </Notice>
  );
}
