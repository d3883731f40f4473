import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { type HeldCourt, OWN_COURTS, ownCourtsQuery, ownershipOf } from '@/api/own-courts';
import type { Refusal } from '@/lib/navigation-state';
import { paths } from '@/lib/paths';
import { pause } from '@/lib/pause';
import { courtSearch } from '@/lib/search';
import { currentSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import type { WantedSlot } from '../api/add-times';
import type { HoldOutcome } from '../court/hold-court';
import { returnSearch } from '../court/return-search';
import { useHold } from '../court/use-hold';
import { type OpenOrder, openOrderQuery } from '../open-order';
import type { PayOutcome } from '../pay/pay-online';
import { useOnlinePayment } from '../pay/use-online-payment';
import { confirmTexts, courtTexts, payTexts } from '../texts';
import type { ConfirmOutcome } from './confirm-order';
import { appliedCode, totalWith } from './coupon-state';
import { type HoldEnd, holdEnd, isBooked } from './hold-end';
import { useConfirm } from './use-confirm';
import { useCoupon } from './use-coupon';

/** The window waits this long for a read, which without a network would not end. */
const READ_MILLISECONDS = 2_000;

/** The result of a read; undefined if it takes longer than the window waits. */
function inTime<Data>(read: Promise<Data>): Promise<Data | undefined> {
  return new Promise((resolve, reject) => {
    read.then(resolve, reject);
    void pause(READ_MILLISECONDS).then(() => resolve(undefined));
  });
}

export interface OrderWindowNeeds {
  order: OpenOrder;
  /** The court that the player holds in its place; null if there is none. */
  instead: HeldCourt | null;
  /** Marks an order that must not be released when it leaves the address. */
  skipRelease: (orderid: string) => void;
  onPickAnother: () => void;
}

/** State and actions of the confirm window. */
export function useOrderWindow({ order, instead, skipRelease, onPickAnother }: OrderWindowNeeds) {
  const search = useSearch({ from: '/court-selection' });
  const { searchStr } = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  // Valid only while the order has this `endsAt`: a hold that was extended has another one, which may be read later.
  const [known, setKnown] = useState<{ end: HoldEnd; endsAt: number } | null>(null);
  const setKnownEnd = (end: HoldEnd) => setKnown({ end, endsAt: order.endsAt });
  const [isUnknown, setIsUnknown] = useState(false);
  const [anyCourt, setAnyCourt] = useState(false);
  const [scriptFailed, setScriptFailed] = useState(false);
  const [payments, setPayments] = useState(0);
  const couponUse = useCoupon({
    orderid: order.orderid,
    total: order.total,
    remembered: search.coupon,
    remember: (coupon) => void stayWith({ coupon }),
  });
  const { coupon } = couponUse;
  const confirming = useConfirm(order.orderid, afterConfirm);
  const online = useOnlinePayment(order, afterPayment);
  const holding = useHold(afterHold);
  const isBusy = confirming.isConfirming || confirming.isChecking || online.isPaying;
  const total = totalWith(coupon, order.total);

  /** Whether the address still names this order: a late reply must not change another screen. */
  function isStillOpen(): boolean {
    const { pathname, search: now } = router.state.location;
    const isNamed = now.order === order.orderid || now.order === `#${order.orderid}`;
    return pathname === paths.courtSelection(search).to && isNamed;
  }

  /** Whether the pass has opened in place of the window, before the confirmation was answered. */
  function isAtPass(): boolean {
    const { pathname, search: now } = router.state.location;
    return pathname === paths.bookingConfirmation({ orderId: order.orderid }).to && now.orderId === order.orderid;
  }

  /** Same address with another order or coupon; replaces the entry in the browser's history. */
  async function stayWith(next: { order?: string; coupon?: string | undefined }) {
    if (!isStillOpen()) return;
    const { search: now } = router.state.location;
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
    if (!isStillOpen() && !isAtPass()) return;
    skipRelease(order.orderid);
    await navigate({ ...to, replace: true, state });
  }

  async function logIn() {
    if (!isStillOpen()) return;
    toast.warning(courtTexts.signIn, courtTexts.signInTitle);
    skipRelease(order.orderid);
    await navigate({
      ...paths.login(),
      state: { returnUrl: returnSearch(searchStr, search.court) },
      replace: true,
    });
  }

  async function afterConfirm(outcome: ConfirmOutcome, by: Refusal['by'] = 'court') {
    setIsUnknown(outcome.kind === 'unknown');
    switch (outcome.kind) {
      case 'confirmed':
        toast.success(confirmTexts.confirmed);
        await leave(paths.bookingStatus({ orderId: order.orderid }));
        return;
      case 'was-booked':
      case 'returned':
        await leave(paths.bookingStatus({ orderId: order.orderid }));
        return;
      case 'expired':
        await showExpired();
        return;
      case 'taken':
        setKnownEnd('taken');
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
        // Nothing is booked, but the court is still held.
        await leave(paths.bookingStatus(), {
          refusal: {
            orderid: order.orderid,
            by,
            message: outcome.message || confirmTexts.failed,
            code: outcome.code ?? '',
            coupon: appliedCode(coupon),
            total,
          },
        });
        return;
      default:
    }
  }

  /** Shows that the hold has ended. The order is read again, which tells whether the venue ended it. */
  async function showExpired() {
    const { queryKey } = openOrderQuery(order.orderid);
    await inTime(queryClient.invalidateQueries({ queryKey }));
    const newest = queryClient.getQueryData(queryKey) ?? order;
    if (newest.status === 'held') setKnown({ end: 'expired', endsAt: newest.endsAt });
  }

  async function afterPayment(outcome: PayOutcome) {
    setPayments((count) => count + 1);
    setScriptFailed(outcome.kind === 'no-script');
    switch (outcome.kind) {
      case 'unknown':
        await leave(paths.bookingStatus({ orderId: order.orderid }), { paidHere: true });
        return;
      case 'closed-unknown':
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
    void queryClient.invalidateQueries({ queryKey: openOrderQuery(order.orderid).queryKey });
  }

  async function readOwnCourts() {
    await queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
    return queryClient.fetchQuery(ownCourtsQuery).catch(() => undefined);
  }

  /** Opens the pass of the slot, which the player has booked elsewhere, by this order or by a later one. */
  async function openPass(slot: WantedSlot, message: string) {
    const own = await inTime(readOwnCourts());
    const { venue_id: venue, court_id: court, date, time } = slot;
    const ownership = ownershipOf(own, { venue, date, time, court });
    if (!isStillOpen()) return;
    if (ownership?.kind !== 'booked') {
      // The pass could not be looked up; the message says where it is.
      toast.warning(message || courtTexts.orderFailed);
      return;
    }
    skipRelease(order.orderid);
    await navigate({ ...paths.bookingConfirmation({ orderId: ownership.court.orderid }), replace: true });
  }

  async function afterHold(outcome: HoldOutcome, slot: WantedSlot) {
    switch (outcome.kind) {
      case 'held':
        if (outcome.order.orderid === order.orderid) {
          // It was held all the time, and is released when the window closes.
          setKnown(null);
          return;
        }
        skipRelease(order.orderid);
        await stayWith({ order: outcome.order.orderid });
        return;
      case 'taken':
        setKnownEnd('taken');
        return;
      case 'booked':
        await openPass(slot, outcome.message);
        return;
      case 'signed-out':
        await logIn();
        return;
      default:
        toast.error(outcome.message || courtTexts.orderFailed, courtTexts.orderFailedTitle);
    }
  }

  function payAtCourt() {
    if (currentSession().token === null) toast.error(confirmTexts.missingToken, confirmTexts.failedTitle);
    else confirming.confirm({ promocode: appliedCode(coupon), total });
  }

  function payOnline() {
    if (currentSession().token === null) toast.error(confirmTexts.missingToken, confirmTexts.failedTitle);
    else online.pay({ promocode: appliedCode(coupon), anyCourt, total });
  }

  function holdAgain() {
    if (search.court === undefined) onPickAnother();
    else {
      const { sport, venue, court, date, time } = search;
      holding.hold({ sport_id: sport, venue_id: venue, court_id: court, date, time });
    }
  }

  const booked = isBooked(order.status);
  const openPassOfOrder = useEffectEvent(() => {
    // The answer to a confirmation may be leading to the page of its outcome already.
    if (isStillOpen()) void navigate({ ...paths.bookingConfirmation({ orderId: order.orderid }), replace: true });
  });
  useEffect(() => {
    if (booked) openPassOfOrder();
  }, [booked, order.orderid]);

  return {
    /** The order has become a booking, whose page is being opened. */
    isBooked: booked,
    /** How the hold ended; null while the court is held. */
    end: holdEnd({
      status: order.status,
      isClosed: order.holdClosed,
      known: known?.endsAt === order.endsAt ? known.end : null,
      hasOtherHold: instead !== null,
      isBusy: isBusy || isUnknown || holding.isHolding,
    }),
    coupon,
    editCoupon: couponUse.edit,
    applyCoupon: couponUse.apply,
    removeCoupon: couponUse.remove,
    total,
    /** A call is under way that the player must not interrupt. */
    isBusy,
    /** The outcome of a confirmation is unknown. */
    isUnknown,
    isConfirming: confirming.isConfirming,
    /** An unknown outcome is being looked up. */
    isFinding: confirming.isFinding,
    isChecking: confirming.isChecking,
    checkAgain: () => confirming.checkAgain(() => setIsUnknown(false)),
    payAtCourt,
    offersOnline: order.mayPayOnline && total > 0,
    isPayingOnline: online.isPaying,
    onlineStage: online.stage,
    payOnline,
    scriptFailed,
    /** How many payments have ended. */
    payments,
    /** The player accepts any court of this type if this one is gone when the payment arrives. */
    anyCourt,
    setAnyCourt,
    isHolding: holding.isHolding,
    holdAgain,
    /**
     * The countdown reached 0. While a confirmation or a payment is under way or its outcome is unknown, the server
     * decides whether the hold has expired.
     */
    expire: () => {
      if (!isBusy && !isUnknown) setKnownEnd('expired');
    },
  };
}
