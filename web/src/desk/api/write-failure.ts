import { failureMessage } from '@/api/failure-message';
import { failureTexts } from '@/api/failure-texts';
import { toast } from '@/lib/toast';
import { isOutcomeUnknown } from './problem';
import { writeTexts } from './write-texts';

/**
 * The message of a write that failed, for a form that is shown: why it was refused, or that it may have been done, if the outcome is
 * unknown.
 */
export function writeMessage(cause: Error, messageOf: (cause: Error) => string = failureMessage): string {
  return isOutcomeUnknown(cause) ? failureTexts.unknownOutcome : messageOf(cause);
}

/** What is shown of a write that failed: its `writeMessage` under `title`, which says that nothing was done unless that is unknown. */
export function writeFailure(
  cause: Error,
  title: string,
  messageOf?: Parameters<typeof writeMessage>[1],
): { title: string | undefined; message: string } {
  return { title: isOutcomeUnknown(cause) ? undefined : title, message: writeMessage(cause, messageOf) };
}

/** A title that names a player, and the one that is shown in its place when the session of the person has ended. */
export interface NamedTitle {
  named: string;
  unnamed: string;
}

/**
 * Shows a write that failed as a toast, for a form that may be closed: opened again it would send the write with another
 * Idempotency-Key, so of an unknown outcome the toast does not say that nothing is done twice. It stays when the session of the person
 * ends, without the name of the player.
 */
export function toastWriteFailure(
  cause: Error,
  title: string | NamedTitle,
  messageOf?: Parameters<typeof writeMessage>[1],
): void {
  const named = typeof title === 'string' ? title : title.named;
  const failure = writeFailure(cause, named, messageOf);
  const { title: shown } = failure;
  const message = isOutcomeUnknown(cause) ? writeTexts.unknownOutcome : failure.message;
  if (shown === undefined || typeof title === 'string') toast.forAnyone('error', message, shown);
  else toast.namedError(message, shown, title.unnamed);
}
