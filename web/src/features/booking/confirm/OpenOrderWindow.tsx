import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { HeldCourt } from '@/api/own-courts';
import { rupees } from '@/lib/money';
import type { Refusal } from '@/lib/navigation-state';
import { paths } from '@/lib/paths';
import { courtSearch } from '@/lib/search';
import { currentSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Countdown } from '@/ui/Countdown';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { Price } from '@/ui/Price';
import type { HoldOutcome } from '../court/hold-court';
import { returnSearch } from '../court/return-search';
import { useHold } from '../court/use-hold';
import { type OpenOrder, openOrderQuery } from '../open-order';
import { PayOnline } from '../pay/PayOnline';
import type { PayOutcome } from '../pay/pay-online';
import { useOnlinePayment } from '../pay/use-online-payment';
import { confirmTexts, courtTexts, payTexts } from '../texts';
import type { ConfirmOutcome } from './confirm-order';
import { WaitingNote } from '../WaitingNote';
import { CancelNote } from './CancelNote';
import { CouponField } from './CouponField';
import { appliedCode, totalWith } from './coupon-state';
import { type HoldEnd, HoldEnded } from './HoldEnded';
import { OrderDetails } from './OrderDetails';
import { useConfirm } from './use-confirm';
import { useCoupon } from './use-coupon';

export interface OpenOrderWindowProps {
  order: OpenOrder;
  number: number | undefined;
  /** The court that the player holds in its place, if this one was released in another tab. */
  instead: HeldCourt | null;
  settle: (orderid: string) => void;
  onClose: () => void;
  onPickAnother: () => void;
}

/** How the hold ended, by the order's status; null while it is held. */
function endOf(order: OpenOrder): HoldEnd | null {
  if (order.status === 'held') return null;
  return order.status === 'expired' ? 'expired' : 'released';
}

/** Statuses of an order that has become a booking. */
const BOOKED: readonly OpenOrder['status'][] = ['confirmed', 'completed', 'no_show', 'cancel_requested', 'cancelled'];

/** The confirm window of an order: details, coupon, total and the ways to pay. */
export function OpenOrderWindow({ order, number, instead, settle, onClose, onPickAnother }: OpenOrderWindowProps) {
  const search = useSearch({ from: '/court-selection' });
  const { searchStr } = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const [ended, setEnd] = useState<HoldEnd | null>(null);
  const [unknown, setUnknown] = useState(false);
  const couponUse = useCoupon({
    orderid: order.orderid,
    total: order.total,
    remembered: search.coupon,
    remember: (coupon) => void stayWith({ coupon }),
  });
  const { coupon } = couponUse;
  const confirming = useConfirm(order.orderid, afterConfirm);
  const queryClient = useQueryClient();
  const online = useOnlinePayment(order, afterPayment);
  const [anyCourt, setAnyCourt] = useState(false);
  const [scriptFailed, setScriptFailed] = useState(false);
  // Key of the slide control: each payment needs a fresh one.
  const [tries, setTries] = useState(0);
  const holding = useHold(afterHold);
  const busy = confirming.paying || confirming.checking || online.paying;
  const total = totalWith(coupon, order.total);

  /** Same address with another order or coupon; replaces the entry in the browser's history. */
  async function stayWith(next: { order?: string; coupon?: string | undefined }) {
    // A late reply must neither reopen a closed window nor bring the player back from another screen.
    const { pathname, search: now } = router.state.location;
    if (pathname !== paths.courtSelection(search).to || now.order !== order.orderid) return;
    await navigate({
      ...paths.courtSelection({ ...courtSearch(now as Parameters<typeof courtSearch>[0]), ...next }),
      replace: true,
      resetScroll: false,
      state: (now) => now,
    });
  }

  async function leave(
    to: ReturnType<typeof paths.bookingStatus>,
    state: { paidHere?: boolean; refusal?: Refusal } = {},
  ) {
    settle(order.orderid);
    await navigate({ ...to, replace: true, state });
  }

  async function logIn() {
    toast.warning(courtTexts.signIn, courtTexts.signInTitle);
    settle(order.orderid);
    await navigate({
      ...paths.login(),
      state: { returnUrl: returnSearch(searchStr, search.court) },
      replace: true,
    });
  }

  async function afterConfirm(outcome: ConfirmOutcome, by: Refusal['by'] = 'court') {
    setUnknown(outcome.kind === 'unknown');
    switch (outcome.kind) {
      case 'confirmed':
        toast.success(confirmTexts.confirmed);
        await leave(paths.bookingStatus({ orderId: order.orderid }));
        return;
      case 'expired':
      case 'taken':
        setEnd(outcome.kind);
        return;
      case 'coupon-refused':
        couponUse.refuse(outcome.message);
        return;
      case 'signed-out':
        await logIn();
        return;
      case 'paying':
        await leave(paths.bookingStatus({ orderId: order.orderid }), { paidHere: true });
        return;
      case 'refused':
        if (outcome.message === '') toast.error(confirmTexts.failed, confirmTexts.failedTitle);
        else toast.error(outcome.message);
        // Nothing is booked, but the court is still held: the status page says why, and what the player can do.
        await leave(paths.bookingStatus(), {
          refusal: {
            orderid: order.orderid,
            by,
            message: outcome.message || confirmTexts.failed,
            code: outcome.code ?? '',
            coupon: appliedCode(coupon),
          },
        });
        return;
      default:
    }
  }

  async function afterPayment(outcome: PayOutcome) {
    setTries((tries) => tries + 1);
    setScriptFailed(outcome.kind === 'no-script');
    switch (outcome.kind) {
      case 'unknown':
        await leave(paths.bookingStatus({ orderId: order.orderid }), { paidHere: true });
        return;
      case 'returned':
        await leave(paths.bookingStatus({ orderId: order.orderid }));
        return;
      case 'stopped':
        toast.warning(outcome.message || payTexts.stoppedNote, payTexts.stopped);
        break;
      case 'no-answer':
        toast.error(outcome.message || confirmTexts.failed, confirmTexts.failedTitle);
        break;
      case 'no-script':
        break;
      default:
        await afterConfirm(outcome, 'online');
        return;
    }
    // The hold may have been extended.
    await queryClient.invalidateQueries({ queryKey: openOrderQuery(order.orderid).queryKey });
  }

  async function afterHold(outcome: HoldOutcome) {
    switch (outcome.kind) {
      case 'held':
        settle(order.orderid);
        await stayWith({ order: outcome.order.orderid });
        if (outcome.order.orderid === order.orderid) setEnd(null);
        return;
      case 'taken':
        setEnd('taken');
        return;
      case 'signed-out':
        await logIn();
        return;
      default:
        toast.error(outcome.message || courtTexts.orderFailed, courtTexts.orderFailedTitle);
    }
  }

  function pay() {
    if (currentSession().token === null) toast.error(confirmTexts.missingToken, confirmTexts.failedTitle);
    else void confirming.pay(appliedCode(coupon));
  }

  function payOnline() {
    if (currentSession().token === null) toast.error(confirmTexts.missingToken, confirmTexts.failedTitle);
    else void online.pay(appliedCode(coupon), anyCourt);
  }

  function holdAgain() {
    if (search.court === undefined) onPickAnother();
    else {
      const { sport, venue, court, date, time } = search;
      void holding.hold({ sport_id: sport, venue_id: venue, court_id: court, date, time });
    }
  }

  // A change from elsewhere is shown only if no call is under way here: the reply of that call comes first.
  const elsewhere = busy || unknown || holding.holding ? null : endOf(order);
  const end = elsewhere === 'released' && instead !== null ? 'replaced' : (ended ?? elsewhere);
  const offersOnline = order.mayPayOnline && total > 0;
  const booked = BOOKED.includes(order.status);
  useEffect(() => {
    if (booked) void navigate({ ...paths.bookingConfirmation({ orderId: order.orderid }), replace: true });
  }, [booked, navigate, order.orderid]);
  if (booked) return null;

  if (end !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        dismissable={!holding.holding}
        closeOnBackdrop={false}
        title={confirmTexts.title}
        titleHidden
        closeLabel={confirmTexts.close}
      >
        <HoldEnded
          end={end}
          order={order}
          number={number}
          instead={instead}
          busy={holding.holding}
          onHoldAgain={holdAgain}
          onPickAnother={onPickAnother}
        />
      </Dialog>
    );
  }

  return (
    <Dialog
      // A modal window would be above the checkout and block it.
      open={online.stage !== 'checkout'}
      size="lg"
      onClose={onClose}
      dismissable={!busy}
      closeOnBackdrop={false}
      title={confirmTexts.title}
      closeLabel={confirmTexts.close}
      beside={
        <Countdown
          compact
          label={confirmTexts.heldFor}
          endsAt={order.endsAt}
          onEnd={() => {
            // If a confirmation is under way, the server decides whether the hold has expired.
            if (!busy && !unknown) setEnd('expired');
          }}
        />
      }
      footer={
        <div className="grid gap-2.5">
          {unknown && (
            <Notice
              tone="warn"
              live
              action={
                <Button
                  look="outline"
                  size="sm"
                  busy={confirming.checking}
                  onClick={() => void confirming.checkAgain(() => setUnknown(false))}
                >
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
              key={tries}
              total={rupees(total)}
              scriptFailed={scriptFailed}
              disabled={busy || unknown || coupon.kind === 'checking'}
              onPay={payOnline}
            />
          )}
          <Button
            look={offersOnline ? 'outline' : 'lime'}
            wide
            busy={confirming.paying}
            disabled={unknown || online.paying || coupon.kind === 'checking'}
            onClick={pay}
          >
            {total === 0 ? confirmTexts.confirmFree : confirmTexts.payAtCourt(rupees(total))}
          </Button>
          <div className="grid gap-0.5 text-center text-small text-quiet">
            {online.stage === 'opening' || online.stage === 'finding' ? (
              <WaitingNote meanwhile={payTexts.stage[online.stage]} />
            ) : confirming.finding ? (
              <p role="status">{confirmTexts.finding}</p>
            ) : confirming.paying ? (
              <WaitingNote meanwhile={confirmTexts.paying} />
            ) : (
              total > 0 && <p>{confirmTexts.payNote}</p>
            )}
            <CancelNote order={order} online={offersOnline} />
          </div>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-8">
        <OrderDetails order={order} number={number} />
        <div className="grid content-start gap-4 md:gap-5">
          <CouponField
            coupon={coupon}
            locked={busy || unknown}
            onType={couponUse.type}
            onApply={couponUse.apply}
            onRemove={couponUse.remove}
          />
          {offersOnline && (
            <Checkbox
              label={payTexts.anyCourt[order.courtType]}
              checked={anyCourt}
              disabled={busy || unknown}
              onChange={(event) => setAnyCourt(event.target.checked)}
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
      <dt className="text-quiet">{label}</dt>
      <dd className="figures font-semibold">{value}</dd>
    </div>
  );
}
