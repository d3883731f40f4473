import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { paths } from '@/lib/paths';
import { openOrderQuery } from '../open-order';
import { useOtherHold } from './use-other-hold';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The confirm window was opened from court selection, which is the previous entry in the browser's history. */
    confirmOpened?: boolean;
  }
}

/** By this time after its closing the window is removed. */
const REMOVED_AFTER_MILLISECONDS = 150;

/** The order of the confirm window, and the ways to close the window. */
export function useConfirmDialog(orderid: string, onPickAnother: () => void) {
  const search = useSearch({ from: '/court-selection' });
  const { state } = useLocation();
  const router = useRouter();
  const navigate = useNavigate();
  const order = useQuery(openOrderQuery(orderid));
  const instead = useOtherHold(orderid, order.data?.status === 'held' ? order.dataUpdatedAt : undefined);
  // The second of two quick taps must not leave the screen as well.
  const isClosed = useRef(false);

  function close() {
    if (isClosed.current) return;
    isClosed.current = true;
    if (state.confirmOpened) router.history.back();
    else
      void navigate({
        ...paths.courtSelection({ ...search, order: undefined, coupon: undefined }),
        replace: true,
      });
  }

  return {
    order,
    /** The court that the player holds in place of this order's. */
    instead,
    close,
    pickAnother: () => {
      close();
      // The window is removed once the address has changed; only then can the courts take the focus.
      setTimeout(onPickAnother, REMOVED_AFTER_MILLISECONDS);
    },
  };
}
