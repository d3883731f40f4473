import { failureMessage } from '@/api/failure-message';
import { Dialog } from '@/ui/Dialog';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { LoadFailure } from '../LoadFailure';
import { confirmTexts } from '../texts';
import { WaitingNote } from '../WaitingNote';
import { OpenOrderWindow } from './OpenOrderWindow';
import { useConfirmDialog } from './use-confirm-dialog';

export interface ConfirmDialogProps {
  orderid: string;
  /** The number painted on the court. */
  courtNumber: number | undefined;
  /** Marks an order that must not be released when it leaves the address. */
  skipRelease: (orderid: string) => void;
  /** Called when the window has closed and another court can be chosen. */
  onPickAnother: () => void;
}

/** The window 'Confirm your details' (spec §2). */
export function ConfirmDialog({ orderid, courtNumber, skipRelease, onPickAnother }: ConfirmDialogProps) {
  const { order, instead, close, pickAnother } = useConfirmDialog(orderid, onPickAnother);

  if (order.data !== undefined) {
    return (
      <OpenOrderWindow
        order={order.data}
        courtNumber={courtNumber}
        instead={instead}
        skipRelease={skipRelease}
        onClose={close}
        onPickAnother={pickAnother}
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
          message={failureMessage(order.error)}
          isBusy={order.isFetching}
          onRetry={() => void order.refetch()}
        />
      )}
    </Dialog>
  );
}
