import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '@/lib/lazy-part';
import type { Board } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import { may, mayWithApproval, type Me } from '@/desk/api/me';
import { closeQr, MONEY_WRITE, qrQuery, type Qr, type QrRequest } from '@/desk/api/money';
import type { PanelMoney } from '@/desk/booking/panel-money';
import type { DueLine } from './amounts';
import { PaymentActions } from './PaymentActions';
import { PayOut } from './PayOut';
import { PayPart } from './PayPart';

const QrPay = lazyPart(async () => (await import('./QrPay')).default);

interface Version {
  order: string;
  version: number;
}

interface ShownCode {
  order: string;
  request: QrRequest;
  /** The code; undefined until it is made. */
  made?: Qr;
  onEnd: (isPaid: boolean) => void;
}

const keyOf = ({ order, version }: Version) => `${order} ${version}`;
const keyWith = (version: Version, status: Booking['status']) => `${keyOf(version)} ${status}`;

/** Makes the parts of an opened booking that take money and give it back, if the person may do that. */
export function usePanelMoney({
  me,
  venue,
  board,
  ahead,
  heading,
}: {
  me: Me;
  venue: Me['venues'][number];
  board: Board | undefined;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  heading: RefObject<HTMLHeadingElement | null>;
}): PanelMoney {
  const isBusy = useIsMutating({ mutationKey: MONEY_WRITE }) > 0;
  const [ownVersions, setOwnVersions] = useState<readonly string[]>([]);
  // The code that is shown, and the booking in whose panel it is. The panel may be closed and opened again meanwhile.
  const [shown, setShown] = useState<ShownCode | null>(null);
  // The request for that code; its answer may come after everything that could show the code has gone.
  const wanted = useRef<QrRequest | null>(null);
  const queryClient = useQueryClient();
  /** Closes the QR code that was shown last, if it is still open. */
  function closeUnshown(): void {
    wanted.current = null;
    if (shown?.made !== undefined) closeIfOpen(shown.made);
  }
  function closeIfOpen(made: Qr): void {
    const { state } = queryClient.getQueryData<Qr>(qrQuery(made.id).queryKey) ?? made;
    // If the request fails, the QR code expires by itself.
    if (state === 'open') closeQr(made.id, crypto.randomUUID()).catch(() => undefined);
  }
  const onLeave = useEffectEvent(closeUnshown);
  // After Back the player may still be paying, so the QR code stays open. It is closed with what shows the panels: no panel can
  // show it then.
  useEffect(() => () => onLeave(), []);

  /** Shows a code that was made for a request, or closes it if it is not wanted any more: it could be paid unseen. */
  function take(request: QrRequest, made: Qr): void {
    if (wanted.current !== request) closeIfOpen(made);
    else setShown((now) => (now?.request === request ? { ...now, made } : now));
  }

  function keep(versions: readonly Version[]): void {
    setOwnVersions((before) => [...before, ...versions.map(keyOf)]);
  }
  /** Keeps the next version of a booking as one that is made here, by a void. */
  const keepNext = ({ order, version }: Booking) => keep([{ order, version: version + 1 }]);
  /**
   * Keeps the version that paying out a refund makes as one that is made here. The refund of a cancellation makes the next
   * version, and the last one of them another, which ends the cancellation. Whether it is the last, only the server knows.
   */
  function keepPayout({ order, version, status }: Booking, refund: Booking['to_pay_out'][number]): void {
    if (status !== 'cancel_requested' || !refund.ends_booking) return;
    const next = keyWith({ order, version: version + 1 }, 'cancel_requested');
    const end = keyWith({ order, version: version + 2 }, 'cancelled');
    setOwnVersions((before) => [...before, next, end]);
  }

  function part(booking: Booking): ReactNode {
    const money = moneyOf(booking);
    const isShown = shown?.order === booking.order;
    if (!isShown && money === null) return null;
    return [
      // The window stays open when nothing is due any more, because it says that the booking is paid.
      isShown && (
        <Suspense key="code">
          {/* Without a network the panel is hidden, and a hidden window would still make the page inert. */}
          {createPortal(
            <div className="scheme-dark">
              <QrPay
                venue={venue.id}
                ahead={ahead}
                request={shown.request}
                made={shown.made}
                onMade={(made) => take(shown.request, made)}
                onPaid={keep}
                onClose={(isPaid) => {
                  shown.onEnd(isPaid);
                  // After Back the answer to closing this code may come while that of another booking is shown.
                  if (wanted.current !== shown.request) return;
                  wanted.current = null;
                  setShown(null);
                  heading.current?.focus({ preventScroll: true });
                }}
              />
            </div>,
            document.body,
          )}
        </Suspense>
      ),
      money,
    ];
  }

  function moneyOf(booking: Booking): ReactNode {
    const owed = mayWithApproval(me, 'refund.cash') ? booking.to_pay_out : [];
    if (owed.length > 0) {
      return (
        <div key="owed" className="grid gap-2.5">
          {owed.map((one, index) => (
            <PayOut
              key={one.id}
              venue={venue.id}
              owed={one}
              isFirst={index === 0}
              onDone={(hasFocus) => {
                keepPayout(booking, one);
                if (hasFocus) heading.current?.focus({ preventScroll: true });
              }}
            />
          ))}
        </div>
      );
    }
    if (booking.due_paise === 0 || !may(me, 'payment.take')) return null;
    return (
      <PayPart
        key={booking.order}
        venue={venue.id}
        line={booking}
        others={othersOfGroup(booking.order, board)}
        hasTaxInvoices={me.business.tax_invoices}
        heading={heading}
        onPaid={keep}
        onQr={(request, onEnd) => {
          closeUnshown();
          wanted.current = request;
          setShown({ order: booking.order, request, onEnd });
        }}
      />
    );
  }

  return {
    isKnown: (booking) =>
      isBusy ||
      shown?.order === booking.order ||
      ownVersions.includes(keyOf(booking)) ||
      ownVersions.includes(keyWith(booking, booking.status)),
    part,
    payment: (booking, payment) => {
      if (!may(me, 'payment.take')) return null;
      const { credit_notes: creditNotes } = payment;
      // A payment for several bookings has one receipt, and is voided as a whole.
      const amount_paise = payment.whole_paise ?? payment.amount_paise;
      const mayInvoice = me.business.tax_invoices && payment.can_invoice;
      // The documents of a payment in the app have the same addresses as those of a QR code.
      const bill = payment.qr ?? payment.online ?? null;
      if (bill !== null) {
        return (
          <PaymentActions
            venue={venue.id}
            paid={{ qr: bill }}
            amount_paise={amount_paise}
            creditNotes={creditNotes}
            mayInvoice={mayInvoice}
          />
        );
      }
      if (payment.id === null) return null;
      return (
        <PaymentActions
          venue={venue.id}
          paid={{ payment: payment.id }}
          amount_paise={amount_paise}
          creditNotes={creditNotes}
          mayInvoice={mayInvoice}
          mayVoid={may(me, 'payment.void') && payment.can_void}
          onVoided={() => keepNext(booking)}
        />
      );
    },
  };
}

/** The amounts that the other bookings of an order's group owe on the day of the board. */
function othersOfGroup(order: string, board: Board | undefined): DueLine[] {
  const group = board?.bookings.find((booking) => booking.order === order)?.group ?? null;
  if (board === undefined || group === null) return [];
  return board.bookings.filter(
    (booking) =>
      booking.group === group &&
      booking.order !== order &&
      booking.due_paise > 0 &&
      booking.status !== 'cancel_requested',
  );
}
