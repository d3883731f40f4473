import { useMutationState, useQuery, useQueryClient, type Mutation } from '@tanstack/react-query';
import { call } from '@/desk/api/client';
import { closeQr, MONEY_WRITE, qrQuery, type Qr, type QrRequest } from '@/desk/api/money';
import { useWrite } from '@/desk/api/use-write';
import { useRereadMoney } from '@/desk/api/use-reread-money';

interface Making {
  /** The request of the window, by which its attempts are known. */
  request: QrRequest;
  /** The same for the present versions of the bookings. */
  body: QrRequest;
}

/**
 * Makes a QR code of the payment provider for a window, polls it, and closes it. `given` is one that was made before. `onMade` is called
 * with each code that is made, also after the window was removed; `onClosed` when it was closed and no money came by it.
 */
export function useQr(
  venue: number,
  request: QrRequest,
  given: Qr | undefined,
  onMade: (qr: Qr) => void,
  onClosed: () => void,
) {
  const queryClient = useQueryClient();
  const rereadMoney = useRereadMoney();
  const keep = (qr: Qr) => queryClient.setQueryData(qrQuery(qr.id).queryKey, qr);
  const making = useWrite<Qr, Making>({
    mutationKey: MONEY_WRITE,
    write: ({ body }, key) => call('post', '/api/desk/venues/{venue}/qrs', { params: { venue }, body, key }),
    onSuccess: (qr) => {
      keep(qr);
      onMade(qr);
    },
  });
  // The last attempt may have begun in a window that was removed by Back. A second request would end the code of the first.
  const attempt = useMutationState({
    filters: {
      mutationKey: MONEY_WRITE,
      predicate: ({ state }) => (state.variables as Partial<Making> | undefined)?.request === request,
    },
    select: ({ state: { status, data, error } }: Mutation<Qr, Error, Making>) => ({ status, data, error }),
  }).at(-1);
  const made = attempt?.data ?? given;
  const { data: read, isError } = useQuery({ ...qrQuery(made?.id ?? ''), enabled: made !== undefined });
  const closing = useWrite<Qr, string>({
    mutationKey: MONEY_WRITE,
    write: (qr, key) => closeQr(qr, key),
    onSuccess: (qr) => {
      keep(qr);
      // A code that was paid meanwhile is still shown.
      if (qr.state === 'closed' && qr.refunded === null) onClosed();
    },
    onSettled: rereadMoney,
  });
  return {
    /** The code as the server last reported it; undefined until it is made. */
    qr: made === undefined ? undefined : (read ?? made),
    /** Whether the last request for the code failed. */
    isStale: isError,
    make: (body: QrRequest) => {
      closing.reset();
      making.mutate({ request, body });
    },
    isMaking: attempt?.status === 'pending',
    makeError: attempt?.error ?? null,
    close: (qr: string) => closing.mutate(qr),
    isClosing: closing.isPending,
    closeError: closing.error,
    rereadMoney,
  };
}
