import { failureMessage } from '@/api/failure-message';
import { failureTexts } from '@/api/failure-texts';
import { toast } from '@/lib/toast';
import { isUnanswered } from './problem';

/**
 * The message of a write that failed, with `title`, which says that nothing was done. Without an answer it may have been
 * done: then there is no title, and the message says so.
 */
export function writeFailure(
  cause: Error,
  title: string,
  messageOf: (cause: Error) => string = failureMessage,
): { title: string | undefined; message: string } {
  if (isUnanswered(cause)) return { title: undefined, message: failureTexts.unknownOutcome };
  return { title, message: messageOf(cause) };
}

/** Shows `writeFailure` as a toast. */
export function toastWriteFailure(...failure: Parameters<typeof writeFailure>): void {
  const { title, message } = writeFailure(...failure);
  toast.error(message, title);
}
