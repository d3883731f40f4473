import { failureMessage } from '@/api/failure-message';
import { failureTexts } from '@/api/failure-texts';
import { toast } from '@/lib/toast';
import { isOutcomeUnknown } from './problem';

/**
 * What is shown of a write that failed: its message under `title`, which says that nothing was done. If the outcome is unknown,
 * the write may have been done: there is no title, and the message says so.
 */
export function writeFailure(
  cause: Error,
  title: string,
  messageOf: (cause: Error) => string = failureMessage,
): { title: string | undefined; message: string } {
  if (isOutcomeUnknown(cause)) return { title: undefined, message: failureTexts.unknownOutcome };
  return { title, message: messageOf(cause) };
}

/** A title that names a player, and the one that is shown in its place when the session of the person has ended. */
export interface NamedTitle {
  named: string;
  unnamed: string;
}

/** Shows `writeFailure` as a toast. It stays when the session of the person ends, without the name of the player. */
export function toastWriteFailure(
  cause: Error,
  title: string | NamedTitle,
  messageOf?: Parameters<typeof writeFailure>[2],
): void {
  const named = typeof title === 'string' ? title : title.named;
  const { title: shown, message } = writeFailure(cause, named, messageOf);
  if (shown === undefined || typeof title === 'string') toast.forAnyone('error', message, shown);
  else toast.namedError(message, shown, title.unnamed);
}
