import { isTooLong } from '@/desk/lib/short-text';

/** Whether a reason is empty or longer than 200 characters, which the server refuses. */
export function isReasonWrong(reason: string): boolean {
  return reason === '' || isTooLong(reason);
}
