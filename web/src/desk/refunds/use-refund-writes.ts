import { useQueryClient } from '@tanstack/react-query';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call, type Answer } from '@/desk/api/client';
import { MONEY_WRITE } from '@/desk/api/money';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { useRereadMoney } from '@/desk/api/use-reread-money';
import { refundMessage, settleMessage } from './refund-message';
import type { QueuedRefund, SettleRequest } from './refunds';
import { refundsTexts } from './texts';

/** Returns a call that reads the queue of refunds again, and what shows the money of bookings and days. */
function useRereadRefunds() {
  const queryClient = useQueryClient();
  const rereadMoney = useRereadMoney();
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['refunds'] }), rereadMoney()]);
  };
}

/** Shows that a change failed or, if its outcome is unknown, that it may have been done. */
function showFailure(cause: Error, title: string, unknownTitle: string, messageOf = refundMessage): void {
  if (isOutcomeUnknown(cause)) toast.forAnyone('error', refundsTexts.unknown, unknownTitle);
  else toast.forAnyone('error', messageOf(cause), title);
}

/**
 * Tries a failed refund again. The write gets the number of the attempt that failed: after a lost answer, trying a later one again is
 * another action.
 */
export function useRetry({ id, amount_paise }: QueuedRefund) {
  const reread = useRereadRefunds();
  return useWrite<undefined, number>({
    mutationKey: MONEY_WRITE,
    write: (_, key) => call('post', '/api/desk/refunds/{refund}/retry', { params: { refund: id }, key }),
    onSuccess: () => toast.success(refundsTexts.retried(rupees(amount_paise / 100))),
    onError: (cause) => showFailure(cause, refundsTexts.notRetried, refundsTexts.unknownRetried),
    onSettled: reread,
  });
}

/** Sends a waiting refund now. The write gets the moment for which it waits, as that of `useRetry` gets the attempt. */
export function useSendNow({ id, amount_paise }: QueuedRefund) {
  const reread = useRereadRefunds();
  return useWrite<undefined, QueuedRefund['next_step_at']>({
    mutationKey: MONEY_WRITE,
    write: (_, key) => call('post', '/api/desk/refunds/{refund}/send', { params: { refund: id }, key }),
    onSuccess: () => toast.success(refundsTexts.sentNow(rupees(amount_paise / 100))),
    onError: (cause) => showFailure(cause, refundsTexts.notSent, refundsTexts.unknownSent),
    onSettled: reread,
  });
}

/**
 * Sends the waiting refunds now, at most `MOST_SENT` of them. The write gets the sum of those that wait: after a lost answer, sending
 * others is another action.
 */
export function useSendAll(onDone: () => void) {
  const reread = useRereadRefunds();
  return useWrite<Answer<'post', '/api/desk/refunds/send'>, { count: number; amount: string }>({
    mutationKey: MONEY_WRITE,
    write: (_, key) => call('post', '/api/desk/refunds/send', { key }),
    onSuccess: ({ refunds, amount_paise }) => {
      toast.success(refundsTexts.sentAll(refunds, rupees(amount_paise / 100)));
      onDone();
    },
    onError: (cause) => showFailure(cause, refundsTexts.notSent, refundsTexts.unknownSent),
    onSettled: reread,
  });
}

/** Records that a failed refund was given back another way. If the form is closed by then, a toast tells of a failure. */
export function useSettle({ id, amount_paise }: QueuedRefund, onDone: () => void) {
  const reread = useRereadRefunds();
  const isShown = useIsShown();
  return useWrite<undefined, SettleRequest>({
    mutationKey: MONEY_WRITE,
    write: (body, key) => call('post', '/api/desk/refunds/{refund}/settle', { params: { refund: id }, body, key }),
    onSuccess: (_, { way }) => {
      const amount = rupees(amount_paise / 100);
      toast.success(way === 'cash' ? refundsTexts.settledInCash(amount) : refundsTexts.settled(amount));
      onDone();
    },
    onError: (cause) => {
      if (!isShown()) showFailure(cause, refundsTexts.notSettled, refundsTexts.unknownSettled, settleMessage);
    },
    onSettled: reread,
  });
}

/** Records the explanation of a refund that went back twice. A failure is told as by {@link useSettle}. */
export function useExplain({ id }: QueuedRefund, onDone: () => void) {
  const reread = useRereadRefunds();
  const isShown = useIsShown();
  return useWrite<undefined, { text: string }>({
    mutationKey: MONEY_WRITE,
    write: (body, key) => call('post', '/api/desk/refunds/{refund}/explain', { params: { refund: id }, body, key }),
    onSuccess: () => {
      toast.success(refundsTexts.explainDone);
      onDone();
    },
    onError: (cause) => {
      if (!isShown()) showFailure(cause, refundsTexts.notExplained, refundsTexts.unknownExplained);
    },
    onSettled: reread,
  });
}
