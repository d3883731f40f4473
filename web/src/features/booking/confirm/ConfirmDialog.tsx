import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { failureWords } from '@/api/failure-words';
import { paths } from '@/lib/paths';
import { Dialog } from '@/ui/Dialog';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { LoadFailure } from '../LoadFailure';
import { openOrderQuery } from '../open-order';
import { confirmTexts } from '../texts';
import { WaitingNote } from '../WaitingNote';
import { OpenOrderWindow } from './OpenOrderWindow';
import { useOtherHold } from './use-other-hold';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The confirm window was opened from court selection, which is the previous entry in the browser's history. */
    confirmOpened?: boolean;
  }
}

export interface ConfirmDialogProps {
  orderid: string;
  /** The number painted on the court. */
  number: number | undefined;
  /** Marks an order that must not be released when it leaves the address. */
  settle: (orderid: string) => void;
  /** Called when the window has closed and another court can be chosen. */
  onPickAnother: () => void;
}

/**
 * 'Confirm your details' (spec §2), open while the address names a held order: a reload loads the same order again, and
 * leaving the address in any way releases the court.
 */
export function ConfirmDialog({ orderid, number, settle, onPickAnother }: ConfirmDialogProps) {
  const search = useSearch({ from: '/court-selection' });
  const { state } = useLocation();
  const router = useRouter();
  const navigate = useNavigate();
  const order = useQuery(openOrderQuery(orderid));
  const instead = useOtherHold(orderid, order.data?.status === 'held' ? order.dataUpdatedAt : undefined);
  const [held, setHeld] = useState(false);
  // The second of two quick taps must not leave the screen as well.
  const closed = useRef(false);

  function close() {
    if (closed.current) return;
    closed.current = true;
    if (state.confirmOpened) router.history.back();
    else
      void navigate({
        ...paths.courtSelection({ ...search, order: undefined, coupon: undefined }),
        replace: true,
      });
  }

  if (order.data !== undefined) {
    return (
      <OpenOrderWindow
        order={order.data}
        number={number}
        instead={instead}
        settle={settle}
        onClose={close}
        onPickAnother={() => {
          close();
          // The window is removed by the next render; only then can the courts take the focus.
          setTimeout(onPickAnother, 150);
        }}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      closeOnBackdrop={false}
      title={confirmTexts.title}
      closeLabel={confirmTexts.close}
      size="lg"
    >
      {order.isPending ? (
        <Loading label={confirmTexts.resuming}>
          <WaitingNote />
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-64 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </div>
        </Loading>
      ) : (
        <LoadFailure
          title={confirmTexts.resumeFailed}
          message={failureWords(order.error)}
          busy={order.isFetching || held}
          onRetry={() => {
            setHeld(true);
            void order.refetch().finally(() => setHeld(false));
          }}
        />
      )}
    </Dialog>
  );
}
