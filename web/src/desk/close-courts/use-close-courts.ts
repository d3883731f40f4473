import { useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { chipDay } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import type { ClosureRequest } from '@/desk/api/closures';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { closeTexts } from './texts';
import { useIsShown } from '@/desk/lib/use-is-shown';

/** A closure to be made, with its courts and hours as text. */
export interface NewClosure {
  body: ClosureRequest;
  what: string;
}

/**
 * Closes courts. `onClosed` is called if the panel is still open and shows the day of the closure, `day`; otherwise a
 * failure is shown as a message.
 */
export function useCloseCourts(venue: number, day: string, onClosed: (closure: string) => void) {
  const isMounted = useIsShown();
  const isShown = (of: ClosureRequest) => isMounted() && of.day === day;
  const queryClient = useQueryClient();
  return useWrite({
    write: ({ body }: NewClosure, key) =>
      call('post', '/api/desk/venues/{venue}/closures', { params: { venue }, body, key }),
    onSuccess: ({ id }, { body }) => {
      toast.success(closeTexts.closed(body.courts.length));
      if (isShown(body)) onClosed(id);
    },
    onError: (cause, { body, what }) => {
      if (!isShown(body)) {
        const title = isOutcomeUnknown(cause) ? closeTexts.unknownTitle : closeTexts.notClosed;
        toast.forAnyone('error', failureMessage(cause), `${chipDay(body.day)}, ${what}: ${title}`);
      }
      // A refusal may mean that a court there was booked or closed meanwhile.
      return queryClient.invalidateQueries({ queryKey: ['closure preview'] });
    },
    onSettled: () =>
      Promise.all([['board'], ['closures']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
