import type { HeldCourt } from '@/api/own-courts';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Countdown } from '@/ui/Countdown';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { Price } from '@/ui/Price';
import type { OpenOrder } from '../open-order';
import { PayOnline } from '../pay/PayOnline';
import { confirmTexts, payTexts } from '../texts';
import { WaitingNote } from '../WaitingNote';
import { CancelNote } from './CancelNote';
import { CouponField } from './CouponField';
import { HoldEnded } from './HoldEnded';
import { OrderDetails } from './OrderDetails';
import { useOrderWindow } from './use-order-window';

export interface OpenOrderWindowProps {
  order: OpenOrder;
  /** The number painted on the court. */
  courtNumber: number | undefined;
  /** The court that the player holds in its place; null if there is none. */
  instead: HeldCourt | null;
  skipRelease: (orderid: string) => void;
  onClose: () => void;
  onPickAnother: () => void;
}

/** The confirm window of an order: details, coupon, total and the ways to pay. */
export function OpenOrderWindow(props: OpenOrderWindowProps) {
  const { order, courtNumber, instead, onClose, onPickAnother } = props;
  const orderWindow = useOrderWindow(props);
  const { coupon, end, total, isBusy, isUnknown, offersOnline, onlineStage } = orderWindow;
  if (orderWindow.isBooked) return null;

  if (end !== null) {
    return (
      // A window of its own, so that the focus goes to its title: the button that had it is gone.
      <Dialog
        key="ended"
        open
        onClose={onClose}
        dismissable={!orderWindow.isHolding}
        closeOnBackdrop={false}
        title={confirmTexts.title}
        titleHidden
        closeLabel={confirmTexts.close}
      >
        <HoldEnded
          end={end}
          order={order}
          courtNumber={courtNumber}
          instead={instead}
          isBusy={orderWindow.isHolding}
          onHoldAgain={orderWindow.holdAgain}
          onPickAnother={onPickAnother}
        />
      </Dialog>
    );
  }

  return (
    <Dialog
      // A modal window would be above the checkout and block it.
      open={onlineStage !== 'checkout'}
      size="lg"
      onClose={onClose}
      dismissable={!isBusy}
      closeOnBackdrop={false}
      title={confirmTexts.title}
      closeLabel={confirmTexts.close}
      beside={<Countdown compact label={confirmTexts.heldFor} endsAt={order.endsAt} onEnd={orderWindow.expire} />}
      footer={
        <div className="grid gap-2.5">
          {isUnknown && (
            <Notice
              tone="warn"
              isLive
              action={
                <Button variant="outline" size="sm" isBusy={orderWindow.isChecking} onClick={orderWindow.checkAgain}>
                  {confirmTexts.lookAgain}
                </Button>
              }
            >
              {confirmTexts.unknown}
            </Notice>
          )}
          <div className="flex items-end justify-between gap-4">
            <span className="text-quiet">{confirmTexts.total}</span>
            <span aria-live="polite">
              <Price amount={total} was={order.total} wasLabel={confirmTexts.wasPrice} size="big" />
            </span>
          </div>
          {offersOnline && (
            <PayOnline
              key={orderWindow.payments}
              total={rupees(total)}
              scriptFailed={orderWindow.scriptFailed}
              disabled={isBusy || isUnknown || coupon.kind === 'checking'}
              onPay={orderWindow.payOnline}
            />
          )}
          <Button
            variant={offersOnline ? 'outline' : 'lime'}
            wide
            isBusy={orderWindow.isConfirming}
            disabled={isUnknown || orderWindow.isPayingOnline || coupon.kind === 'checking'}
            onClick={orderWindow.payAtCourt}
          >
            {total === 0 ? confirmTexts.confirmFree : confirmTexts.payAtCourt(rupees(total))}
          </Button>
          <div className="grid gap-0.5 text-center text-small text-quiet">
            {onlineStage === 'opening' || onlineStage === 'finding' ? (
              <WaitingNote meanwhile={payTexts.stage[onlineStage]} />
            ) : orderWindow.isFinding ? (
              <p role="status">{confirmTexts.finding}</p>
            ) : orderWindow.isConfirming ? (
              <WaitingNote meanwhile={confirmTexts.paying} />
            ) : (
              total > 0 && <p>{confirmTexts.payNote}</p>
            )}
            <CancelNote order={order} total={total} offersOnline={offersOnline} />
          </div>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-8">
        <OrderDetails order={order} courtNumber={courtNumber} />
        <div className="grid content-start gap-4 md:gap-5">
          <CouponField
            coupon={coupon}
            isLocked={isBusy || isUnknown}
            onType={orderWindow.editCoupon}
            onApply={orderWindow.applyCoupon}
            onRemove={orderWindow.removeCoupon}
          />
          {offersOnline && (
            <Checkbox
              label={payTexts.anyCourt[order.courtType]}
              checked={orderWindow.anyCourt}
              disabled={isBusy || isUnknown}
              onChange={(event) => orderWindow.setAnyCourt(event.target.checked)}
            />
          )}
          {coupon.kind === 'applied' && (
            <dl className="grid gap-2">
              <Line label={confirmTexts.price} value={rupees(order.total)} />
              <Line label={confirmTexts.discount(coupon.code.toUpperCase())} value={`−${rupees(coupon.discount)}`} />
            </dl>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere text-quiet">{label}</dt>
      <dd className="figures shrink-0 font-semibold">{value}</dd>
    </div>
  );
}
