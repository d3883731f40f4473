import { isTooLong } from '@/desk/lib/short-text';

/** Whether the server would refuse this reason: it is empty, or longer than 200 characters. */
export function isReasonWrong(reason: string): boolean {
  return reason === '' || isTooLong(reason);
}
