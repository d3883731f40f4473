import { toast } from '@/lib/toast';
import { call, type RequestBody } from '@/desk/api/client';
import { MONEY_WRITE, type CashCount } from '@/desk/api/money';
import type { components } from '@/desk/api/schema';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useRereadMoney } from '@/desk/api/use-reread-money';
import { moneyTexts } from './texts';

/** The result of a count. */
export type CountResult = components['schemas']['CountAnswer'];
export type MovementRequest = RequestBody<'post', '/api/desk/venues/{venue}/shift/movements'>;
export type CloseRequest = RequestBody<'post', '/api/desk/shifts/{shift}/close'>;

/** Marks the count of a shift as reviewed, with the given number of amounts of cash that are shown in it. */
export function useReview(shift: string) {
  const reread = useRereadMoney();
  return useWrite<undefined, number>({
    mutationKey: MONEY_WRITE,
    write: (seen_cash, key) =>
      call('post', '/api/desk/shifts/{shift}/review', { params: { shift }, body: { seen_cash }, key }),
    onSuccess: () => toast.success(moneyTexts.reviewDone),
    onError: (cause) => toastWriteFailure(cause, moneyTexts.notReviewed),
    onSettled: reread,
  });
}

/** Records cash that enters or leaves the drawer without a booking. */
export function useAddMovement(
  venue: number,
  onDone: (body: MovementRequest) => void,
  onFailed: (cause: Error) => void,
) {
  const reread = useRereadMoney();
  return useWrite<unknown, MovementRequest>({
    mutationKey: MONEY_WRITE,
    write: (body, key) => call('post', '/api/desk/venues/{venue}/shift/movements', { params: { venue }, body, key }),
    onSuccess: (_, body) => onDone(body),
    onError: onFailed,
    onSettled: reread,
  });
}

/** Ends a shift with what was counted; the answer has the expected total. */
export function useCount(shift: string, onCounted: (result: CountResult) => void, onFailed: (cause: Error) => void) {
  const reread = useRereadMoney();
  return useWrite<CountResult, CashCount>({
    mutationKey: MONEY_WRITE,
    write: (body, key) => call('post', '/api/desk/shifts/{shift}/count', { params: { shift }, body, key }),
    onSuccess: onCounted,
    onError: onFailed,
    onSettled: reread,
  });
}

/** Closes a counted shift with the reason for its difference and the amount for the safe. */
export function useClose(
  shift: string,
  onDone: (body: CloseRequest) => void,
  onFailed: (cause: Error) => void = () => {},
) {
  const reread = useRereadMoney();
  return useWrite<undefined, CloseRequest>({
    mutationKey: MONEY_WRITE,
    write: (body, key) => call('post', '/api/desk/shifts/{shift}/close', { params: { shift }, body, key }),
    onSuccess: (_, body) => onDone(body),
    onError: onFailed,
    onSettled: reread,
  });
}
