import { useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import type { ClosedBooking, MoveForPlayer } from '@/desk/api/closures';
import { useIsSamePerson } from '@/desk/api/me';
import { DeskProblem, hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { watchTexts } from './texts';
import { useIsShown } from '@/desk/lib/use-is-shown';

/** Reads again what a write, or a refusal of one, may have changed. */
function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [['closure'], ['closures'], ['offer choices'], ['offer hours'], ['board']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/**
 * Shows the refusal of an answer for a player as a toast if the part that sent it was closed before the refusal came, or if the offer
 * was answered meanwhile: then the row, with the refusal in it, goes to the answered ones.
 */
function useLateRefusal(name: string): (cause: Error) => void {
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  return (cause) => {
    if (isShown() && !hasCode(cause, 'offer_answered')) return;
    const title = isOutcomeUnknown(cause) ? watchTexts.unknownTitle : watchTexts.notMoved;
    if (isSamePerson()) toast.namedError(answerRefusal(cause), `${name}: ${title}`, title);
    else toast.forAnyone('error', answerRefusal(cause), title);
  };
}

/** Books the court and hour that a player chose on the phone; `place` is their text. */
export function useMoveForPlayer({ order, name }: ClosedBooking, onDone: () => void) {
  const refresh = useRefresh();
  const isSamePerson = useIsSamePerson();
  const onError = useLateRefusal(name);
  return useWrite({
    write: ({ body }: { body: MoveForPlayer; place: string }, key) =>
      call('post', '/api/desk/offers/{order}/move', { params: { order }, body, key }),
    onSuccess: (_, { place }) => {
      if (isSamePerson()) toast.success(watchTexts.movedTo(name, place));
      onDone();
    },
    onError,
    onSettled: refresh,
  });
}

/** Gives the money back that a player asked for on the phone: the paise that were shown, or nothing. */
export function useRefundForPlayer({ order, name }: ClosedBooking, onDone: () => void) {
  const refresh = useRefresh();
  const isSamePerson = useIsSamePerson();
  const onError = useLateRefusal(name);
  return useWrite({
    write: (shown: number, key) =>
      call('post', '/api/desk/offers/{order}/refund', { params: { order }, body: { back_paise: shown }, key }),
    onSuccess: ({ back_paise }) => {
      const back = rupees(back_paise / 100);
      if (isSamePerson()) toast.success(back_paise > 0 ? watchTexts.refunded(name, back) : watchTexts.ended(name));
      onDone();
    },
    onError,
    onSettled: refresh,
  });
}

/** Records that the person who is signed in called a player. */
export function useNoteCall() {
  const refresh = useRefresh();
  return useWrite({
    write: (order: string, key) => call('post', '/api/desk/offers/{order}/calls', { params: { order }, key }),
    onError: (cause) =>
      toast.forAnyone(
        'error',
        answerRefusal(cause),
        isOutcomeUnknown(cause) ? watchTexts.unknownTitle : watchTexts.callNotNoted,
      ),
    onSettled: refresh,
  });
}

/** Opens the courts of a closure from now on. */
export function useReopen(closure: string, onDone: () => void) {
  const refresh = useRefresh();
  const isShown = useIsShown();
  return useWrite({
    write: (call_back: boolean, key) =>
      call('post', '/api/desk/closures/{closure}/reopen', { params: { closure }, body: { call_back }, key }),
    onSuccess: ({ called_back }) => {
      toast.success(watchTexts.opened(called_back));
      onDone();
    },
    onError: (cause) => {
      if (isShown()) return;
      const { title, message } = reopenFailure(cause);
      toast.forAnyone('error', message, title);
    },
    onSettled: refresh,
  });
}

/** What is shown of courts that were not opened, or of which it is not known. */
export function reopenFailure(cause: Error): { title: string; message: string } {
  return isOutcomeUnknown(cause)
    ? { title: watchTexts.unknownOpen, message: watchTexts.unknown }
    : { title: watchTexts.notOpened, message: failureMessage(cause) };
}

/** Why an answer for a player, or a call, was not recorded, or that this is not known. */
export function answerRefusal(cause: Error): string {
  if (isOutcomeUnknown(cause)) return watchTexts.unknown;
  if (hasCode(cause, 'slot_taken') || hasCode(cause, 'not_for_sale')) return watchTexts.taken;
  const back = otherBack(cause);
  if (back !== null) return watchTexts.otherBack(rupees(back / 100));
  return hasCode(cause, 'price_changed') ? watchTexts.otherPrice : failureMessage(cause);
}

/** The paise that would go back by now, if the refusal is that of another amount of money back; null for any other failure. */
function otherBack(cause: Error): number | null {
  if (!(cause instanceof DeskProblem) || cause.code !== 'price_changed') return null;
  // The refusal of a move has the price as well.
  const current = cause.body.current as { total_paise?: number; back_paise?: number } | undefined;
  return current?.total_paise === undefined ? (current?.back_paise ?? null) : null;
}
