import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import type { Board, BoardBooking } from '@/desk/api/board';
import { bookingQuery, type Booked } from '@/desk/api/bookings';
import { may, mayWithApproval, type Me } from '@/desk/api/me';
import { BookingPanel } from '@/desk/booking/BookingPanel';
import { panelTexts } from '@/desk/booking/texts';
import { bookSlots, placeOf } from '@/desk/book/book-slots';
import { BookPanel, type TypedRequest } from '@/desk/book/BookPanel';
import { bookTexts } from '@/desk/book/texts';
import type { Holds } from '@/desk/book/use-holds';
import { useUndo } from '@/desk/book/use-undo';
import { takeLostFocus } from '@/desk/lib/focus-once';
import { openPart } from '@/desk/lib/part-translations';
import type { Slot } from '@/desk/lib/slots';
import { TEXT_FIELDS } from '@/desk/lib/text-fields';
import { usePanelMove } from '@/desk/move/use-panel-move';
import { FloatForm } from '@/desk/pay/FloatForm';
import { PayNowField } from '@/desk/pay/PayNowField';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { usePanelMoney } from '@/desk/pay/use-panel-money';
import type { BoardModel, Cancelled } from '@/desk/day/board-model';
import { DetailSheet } from '@/desk/layout/DetailSheet';
import { cancelledIn, findFreeCourt, nearbySlots } from './free-slots';
import { showsOrder } from './GridCell';
import { boardTexts } from './texts';
import type { useBoardAddress } from './use-board-address';

const ClosurePart = lazyPart(
  async () => (await openPart(() => import('@/desk/close-courts/ClosurePart'), 'close-courts')).ClosurePart,
);
const OfflineBooking = lazyPart(async () => (await import('@/desk/offline-booking/OfflineBooking')).OfflineBooking);

export interface BoardPanelProps {
  me: Me;
  venue: Me['venues'][number];
  day: string;
  /** The server's time in milliseconds, and how far it is ahead of this device's. */
  now: number;
  ahead: number;
  /** The board and its layout; undefined until it has come. */
  board: Board | undefined;
  model: BoardModel | undefined;
  /** The order number of the opened booking. */
  open: string | undefined;
  /**
   * Set while courts are being closed or a closure is watched: `rain` proposes rain as the cause, `block` asks for
   * another reason.
   */
  mode: 'rain' | 'block' | undefined;
  /** The slots that are being booked. */
  slots: readonly Slot[];
  holds: Holds;
  isPhone: boolean;
  isWide: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  address: ReturnType<typeof useBoardAddress>;
  onClose: () => void;
  /** Called when the panel is there: its code loads after the board. */
  onLoaded: () => void;
  /** Writes down what was being booked. */
  onWriteDown: (typed: TypedRequest) => void;
}

/** The panel beside the board or over it: an opened booking, the closing of courts, or a new booking. */
export function BoardPanel(props: BoardPanelProps) {
  const { me, venue, day, now, board, model, open, mode, isPhone, isWide, address, onClose } = props;
  return (
    <>
      <DayPanel key={day} {...props} />
      {/* Courts can be chosen to be closed on another day: what was typed stays. */}
      {open === undefined && mode !== undefined && (
        <DetailSheet label={mode === 'rain' ? boardTexts.rain : boardTexts.block} isBeside={isWide} onClose={onClose}>
          <Suspense>
            <ClosurePart
              {...{ me, venue, day, now, board, model, mode, isPhone, isWide }}
              closure={address.search.closure}
              onClose={onClose}
              onWatch={address.watch}
            />
          </Suspense>
        </DetailSheet>
      )}
    </>
  );
}

/** The panel of one day: an opened booking, or a new one. */
function DayPanel(props: BoardPanelProps) {
  const { me, venue, day, now, ahead, board, model, open, slots, holds, isPhone, isWide, heading, address, onClose } =
    props;
  const isHere = useRef(false);
  const onLoaded = useEffectEvent(props.onLoaded);
  useEffect(() => {
    isHere.current = true;
    onLoaded();
    return () => {
      isHere.current = false;
    };
  }, []);
  const undo = useUndo(venue.id, ahead, (orders) => {
    // The undo of a booking can be pressed on every screen of the desk.
    if (isHere.current) address.closePanelOf(orders);
  });

  const online = useOnline();
  const move = usePanelMove();
  const queryClient = useQueryClient();
  const money = usePanelMoney({ me, venue, board, ahead, heading });
  // The opened booking as the board has it, while the server does not answer.
  const brief = open === undefined || online ? undefined : board?.bookings.find(({ order }) => order === open);
  const isAway = brief !== undefined;
  const whole = useRef<HTMLDivElement>(null);
  /** The field of the whole panel in which a person typed last, while nothing else of the panel has had the focus since. */
  const typedIn = useRef<HTMLElement | null>(null);
  // What was being typed goes on where it was: elsewhere the next letters would be keys of the board. A note may have been begun while
  // the server was away.
  useEffect(() => {
    if (!isAway) takeLostFocus(whole.current?.querySelector('textarea') ?? typedIn.current);
  }, [isAway]);

  /** The booked slots as a short text: of a series the first day, and the number of games. */
  function placeOfBooked({ bookings }: Booked): string {
    const first = bookings.filter((booking) => booking.day === bookings[0]?.day);
    const place = placeOf(bookSlots(board, first, holds.states));
    return first.length === bookings.length ? place : bookTexts.inSeries(place, bookings.length);
  }

  function onBooked(booked: Booked, isDone: boolean) {
    const { payment } = booked;
    // A booking that was paid has no undo.
    if (payment === null) undo.announce(booked, placeOfBooked(booked));
    else toast.success(takeMoneyTexts.taken(rupees(payment.received_paise / 100), payment.receipt));
    const [first] = booked.bookings;
    if (isDone && first !== undefined) address.open(first.order);
  }

  if (open !== undefined) {
    const opened = partsOf(model, open);
    const isLoaded = queryClient.getQueryData(bookingQuery(open).queryKey) !== undefined;
    return (
      <DetailSheet label={panelTexts.label} isBeside={isWide} onClose={onClose}>
        {/* What was typed in it stays until the server answers again. */}
        {(!isAway || isLoaded) && (
          <div
            ref={whole}
            inert={isAway}
            className={isAway ? 'hidden' : 'contents'}
            onFocus={({ target }) => {
              typedIn.current = target.matches(TEXT_FIELDS) ? target : null;
            }}
          >
            <BookingPanel
              key={open}
              order={open}
              parts={opened.parts}
              group={groupOf(board, open)}
              cancelled={opened.cancelled}
              boardVersion={board?.version}
              zone={venue.time_zone}
              now={now}
              ahead={ahead}
              mayMark={may(me, 'attendance.mark')}
              checkInMinutes={me.business.check_in_minutes}
              mayNote={may(me, 'player.note')}
              mayBook={may(me, 'booking.make')}
              mayCancel={may(me, 'booking.cancel')}
              mayDecideRefund={mayWithApproval(me, 'booking.cancel_beyond_policy')}
              money={money}
              move={move}
              heading={heading}
              onClose={onClose}
              onOpen={address.open}
            />
          </div>
        )}
        {board !== undefined && brief !== undefined && (
          <Suspense>
            <OfflineBooking
              key={open}
              me={me}
              venue={venue}
              board={board}
              booking={brief}
              parts={opened.parts}
              now={now}
              wasTyping={() => typedIn.current?.isConnected === true}
              onClose={onClose}
            />
          </Suspense>
        )}
      </DetailSheet>
    );
  }
  if (props.mode !== undefined || slots.length === 0) return null;
  return (
    <DetailSheet label={bookTexts.label} isBeside={isWide} onClose={onClose}>
      <BookPanel
        venue={venue.id}
        day={day}
        zone={venue.time_zone}
        now={now}
        ahead={ahead}
        board={board}
        slots={slots}
        seriesWeeks={me.business.series_weeks}
        holds={holds}
        cancelled={cancelledIn(model, slots)}
        nearby={isPhone && model !== undefined ? nearbySlots(model, slots) : null}
        heading={heading}
        PayNowField={may(me, 'payment.take') ? PayNowField : null}
        FloatForm={may(me, 'payment.take') ? FloatForm : null}
        mayArrive={may(me, 'attendance.mark')}
        findFreeCourt={(minute, preferred) => findFreeCourt(model, minute, preferred)}
        onSlots={address.setSlots}
        onBooked={onBooked}
        onClose={onClose}
        onOpen={address.open}
        onWriteDown={props.onWriteDown}
      />
    </DetailSheet>
  );
}

/** Names the other bookings of the group of a booking and their versions; null while the booking is not on the board. */
function groupOf(board: Board | undefined, open: string): string | null {
  const own = board?.bookings.find(({ order }) => order === open);
  if (board === undefined || own === undefined) return null;
  const others = board.bookings.filter(({ order, group }) => group !== null && group === own.group && order !== open);
  return others
    .map(({ order, version }) => `${order} ${version}`)
    .toSorted()
    .join();
}

/** The opened order on the board: the bookings of its bar, and those that were cancelled in its slots. */
function partsOf(
  model: BoardModel | undefined,
  open: string,
): { parts: readonly BoardBooking[]; cancelled: readonly Cancelled[] } {
  const cell = model?.rows.flatMap(({ cells }) => cells).find((one) => showsOrder(one, open));
  return { parts: cell?.kind === 'booking' ? cell.bookings : [], cancelled: cell?.cancelled ?? [] };
}
