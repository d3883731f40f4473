import { failureMessage } from '@/api/failure-message';
import { failureTexts } from '@/api/failure-texts';
import { toast } from '@/lib/toast';
import { isUnanswered } from './problem';

/**
 * What is shown of a write that failed: its message under `title`, which says that nothing was done. If no answer came, the
 * write may have been done: there is no title, and the message says that the outcome is unknown.
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
