import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  AlarmClock,
  CircleCheck,
  CircleDashed,
  MessageCircle,
  Phone,
  UserCheck,
  UserX,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { chipDay, dayIn, hourText, instantText, minutesIn, timeRange, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { nationalDigits } from '@/lib/phone';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Board, BoardBooking } from '@/desk/api/board';
import { bookingQuery, type Booking } from '@/desk/api/bookings';
import { useMoveScene } from '@/desk/move/move-context';
import { isMoveOpen, MoveButtons, MovePart } from '@/desk/move/MovePart';
import { useAttendance, type Markable } from './attendance';
import { cancelAtDeskTexts } from './cancel-texts';
import { CancelBooking } from './CancelBooking';
import { cellState, minutesLate } from './cell-state';
import { KeyHint } from './KeyHint';
import { lengthText } from './length-text';
import type { PanelMoney } from './panel-money';
import { panelTexts } from './texts';

export interface BookingPanelProps {
  order: string;
  /** The hours of the booking's bar on the board, this one included; empty if it is not on the board. */
  parts: readonly BoardBooking[];
  /** Bookings that had this place before and were cancelled. */
  cancelled: readonly Board['cancelled'][number][];
  zone: string;
  /** The server's time in milliseconds. */
  now: number;
  mayMark: boolean;
  mayCancel: boolean;
  /** Whether another amount than the policy's can go back. */
  mayDecideRefund: boolean;
  money: PanelMoney;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
  onOpen: (order: string) => void;
}

/** One booking: court, player, money, what happened, and whether the player came. Dark in both themes. */
export function BookingPanel(props: BookingPanelProps) {
  const { order, parts, money, heading, onClose } = props;
  const queryClient = useQueryClient();
  const query = useQuery(bookingQuery(order));
  const booking = query.data;
  const brief = parts.find((part) => part.order === order);
  const attendance = useAttendance();

  // What somebody else does to the booking while it is open is told; the first version that is shown is no news.
  const [shown, setShown] = useState<{ version: number; news: string | null } | null>(null);
  if (booking !== undefined && booking.version !== shown?.version) {
    const isNews = shown !== null && !attendance.isKnown(booking) && !money.isKnown(booking);
    setShown({ version: booking.version, news: isNews ? newsOf(booking) : null });
  }

  // The board has heard of a newer version.
  const isOlder = booking !== undefined && brief !== undefined && brief.version > booking.version;
  useEffect(() => {
    if (isOlder) void queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey });
  }, [isOlder, queryClient, order]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <PanelHead booking={booking} brief={brief} heading={heading} onClose={onClose} />
        {attendance.problem !== null && (
          <div className="mt-4">
            <Notice tone="warn" tight live>
              {attendance.problem}
            </Notice>
          </div>
        )}
        <div role="status">
          {shown !== null && shown.news !== null && (
            <div className="mt-4">
              <Notice tight>{shown.news}</Notice>
            </div>
          )}
        </div>
        {booking === undefined ? (
          <Missing
            isGone={query.error instanceof ApiFailure && query.error.status === 404}
            failure={query.error}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Details {...props} booking={booking} />
        )}
      </div>
      {booking !== undefined && (
        <Actions
          {...props}
          booking={booking}
          busy={attendance.isPending}
          onMark={(orders, state) => attendance.mark(booking.player.name, orders, state)}
        />
      )}
    </div>
  );
}

/** What somebody else has just done to a booking: its last entry. */
function newsOf({ history }: Booking): string {
  const last = history.at(-1);
  return last === undefined || last.by === null ? panelTexts.changed : panelTexts.didThis(last.by, whatText(last.what));
}

/** What happened, in words; a code that the app does not know as it came. */
function whatText(what: string): string {
  return Object.hasOwn(panelTexts.what, what) ? panelTexts.what[what as keyof typeof panelTexts.what] : what;
}

function Missing({
  isGone,
  failure,
  busy,
  onRetry,
}: {
  isGone: boolean;
  failure: Error | null;
  busy: boolean;
  onRetry: () => void;
}) {
  if (isGone) return <p className="mt-8 text-quiet">{panelTexts.gone}</p>;
  if (failure !== null) {
    return (
      <div className="mt-6">
        <LoadFailure
          title={panelTexts.failed}
          message={failureMessage(failure)}
          retryLabel={panelTexts.retry}
          busy={busy}
          onRetry={onRetry}
          strip
        />
      </div>
    );
  }
  return (
    <Loading label={panelTexts.loading}>
      <div className="mt-5 grid gap-4">
        <Skeleton className="h-11 w-56" />
        <Skeleton className="h-6 w-44" />
        <Skeleton className="mt-4 h-28 w-full" />
      </div>
    </Loading>
  );
}

/** "4820 1937 56": an order number in pieces that can be read aloud. */
function pieces(order: string): string {
  return order.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

function PanelHead({
  booking,
  brief,
  heading,
  onClose,
}: {
  booking: Booking | undefined;
  brief: BoardBooking | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}) {
  return (
    <header className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="figures min-h-5 text-[.78125rem] text-quiet">
          {booking !== undefined && `${panelTexts.order(pieces(booking.order))} · ${chipDay(booking.day)}`}
        </p>
        <h2 ref={heading} tabIndex={-1} className="display mt-1 text-[2.5rem] leading-none">
          {booking === undefined ? (brief?.name ?? panelTexts.label) : courtName(booking.court.name)}
        </h2>
        {booking !== undefined && (
          <>
            <p className="figures mt-1.5 font-bold">{timeRange(timeText(booking.minute), booking.play_minutes)}</p>
            <p className="text-[.8125rem] text-quiet">
              {`${lengthText(booking.minutes)}, ${panelTexts.types[booking.court.type]}`}
            </p>
          </>
        )}
      </div>
      {booking !== undefined && (
        <CourtDrawing
          number={booking.court.number}
          type={booking.court.type === 'OUTDOOR' ? 'outdoor' : 'indoor'}
          state={booking.status === 'confirmed' ? 'selected' : 'taken'}
          className="w-12 shrink-0 rotate-8"
        />
      )}
      <IconButton
        label={panelTexts.close}
        aria-keyshortcuts="Escape"
        variant="ghost"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onClose}
        className="-mt-2 -mr-2"
      />
    </header>
  );
}

function Details({ booking, parts, cancelled, zone, money, onOpen }: BookingPanelProps & { booking: Booking }) {
  return (
    <>
      {parts.length > 1 && <Parts order={booking.order} parts={parts} onOpen={onOpen} />}
      <Player booking={booking} />
      <Money booking={booking} zone={zone} actions={(payment) => money.payment(booking, payment)} />
      {cancelled.length > 0 && (
        <Section title={panelTexts.earlierHere}>
          <ul className="grid">
            {cancelled.map((one) => (
              <li key={one.order}>
                <button
                  type="button"
                  onClick={() => onOpen(one.order)}
                  className="min-h-11 w-full text-left font-semibold underline underline-offset-4"
                >
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <History booking={booking} zone={zone} />
    </>
  );
}

/** The hours of a bar, each its own order. */
function Parts({
  order,
  parts,
  onOpen,
}: {
  order: string;
  parts: readonly BoardBooking[];
  onOpen: (order: string) => void;
}) {
  return (
    <div role="group" aria-label={panelTexts.parts} className="mt-4 flex flex-wrap gap-1.5">
      {parts.map((part) => (
        <button
          key={part.order}
          type="button"
          aria-pressed={part.order === order}
          onClick={() => onOpen(part.order)}
          className="min-h-11 rounded-md border border-line px-3.5 text-small font-bold hover:border-edge aria-pressed:border-ink aria-pressed:bg-raised"
        >
          {hourText(part.minute)}
        </button>
      ))}
    </div>
  );
}

function Player({ booking: { player } }: { booking: Booking }) {
  const digits = nationalDigits(player.phone);
  return (
    <section className="mt-5">
      <div className="flex items-center gap-3">
        <Avatar name={player.name} size="sm" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-lead leading-tight font-bold">{player.name}</h3>
          <p className="figures text-small text-quiet">{player.phone}</p>
        </div>
        {digits.length === 10 && (
          <div className="flex gap-1.5">
            <IconButton
              label={panelTexts.call(player.name)}
              icon={<Phone aria-hidden="true" className="size-4.5" />}
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
              render={<a href={`tel:+91${digits}`} />}
            />
            <IconButton
              label={panelTexts.whatsApp(player.name)}
              icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
              render={<a href={`https://wa.me/91${digits}`} target="_blank" rel="noreferrer" />}
            />
          </div>
        )}
      </div>
      <ul className="mt-3 flex flex-wrap gap-1.5">
        {player.first_visit ? (
          <Chip>{panelTexts.firstVisit}</Chip>
        ) : (
          <>
            <Chip>{panelTexts.games(player.games)}</Chip>
            <Chip isWarning={player.no_shows > 0}>{panelTexts.noShows(player.no_shows)}</Chip>
          </>
        )}
      </ul>
    </section>
  );
}

function Chip({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <li
      className={`figures rounded-full px-3 py-1 text-[.78125rem] font-semibold ${isWarning ? 'bg-warn-tint text-warn' : 'bg-raised'}`}
    >
      {children}
    </li>
  );
}

function Money({
  booking,
  zone,
  actions,
}: {
  booking: Booking;
  zone: string;
  actions: (payment: Booking['payments'][number]) => ReactNode;
}) {
  const minus = (paise: number) => `− ${rupees(paise / 100)}`;
  const isDue = booking.due_paise > 0;
  return (
    <dl className="figures mt-5 grid gap-1.5 border-t border-line pt-4 text-[.875rem]">
      <MoneyLine name={panelTexts.price} amount={rupees(booking.price_paise / 100)} />
      {booking.discount_paise > 0 && (
        <MoneyLine
          name={booking.coupon === null ? panelTexts.discount : panelTexts.coupon(booking.coupon)}
          amount={minus(booking.discount_paise)}
        />
      )}
      {booking.payments.map((payment) => (
        <MoneyLine
          key={payment.id ?? payment.at}
          name={panelTexts.payment(wayText(payment.way), momentIn(payment.at, zone, booking.day))}
          amount={minus(payment.amount_paise)}
          actions={actions(payment)}
        />
      ))}
      {booking.returned_paise > 0 && (
        <MoneyLine name={panelTexts.returned} amount={rupees(booking.returned_paise / 100)} />
      )}
      <div className="mt-1 flex items-end justify-between gap-3 border-t border-dashed border-line pt-3">
        <dt className="grid text-body leading-tight font-bold">
          {isDue ? panelTexts.due : panelTexts.paid}
          {isDue && (
            <span className="text-[.78125rem] font-medium text-quiet">
              {booking.payment_method === 'court' ? panelTexts.atCourt : panelTexts.online}
            </span>
          )}
        </dt>
        <dd className={`display text-[2.125rem] leading-none ${isDue ? 'text-warn' : 'text-good'}`}>
          {rupees((isDue ? booking.due_paise : booking.paid_paise - booking.returned_paise) / 100)}
        </dd>
      </div>
    </dl>
  );
}

function MoneyLine({ name, amount, actions = null }: { name: string; amount: string; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="font-semibold">{amount}</dd>
      {actions !== null && <dd className="basis-full">{actions}</dd>}
    </div>
  );
}

function wayText(way: string): string {
  return Object.hasOwn(panelTexts.ways, way)
    ? panelTexts.ways[way as keyof typeof panelTexts.ways]
    : panelTexts.ways.other;
}

/** "6:02 PM" on the day of the booking, "Fri 20, 8:12 AM" on another. */
function momentIn(iso: string, zone: string, day: string): string {
  const instant = new Date(iso);
  return dayIn(zone, instant) === day ? timeText(minutesIn(zone, instant)) : instantText(iso, zone);
}

function History({ booking, zone }: { booking: Booking; zone: string }) {
  if (booking.history.length === 0) return null;
  return (
    <Section title={panelTexts.history}>
      <ol className="grid gap-1.5 text-[.8125rem]">
        {booking.history.toReversed().map(({ at, what, by }) => (
          <li key={`${at} ${what}`} className="flex items-baseline gap-3">
            <time dateTime={at} className="figures w-28 shrink-0 text-quiet">
              {momentIn(at, zone, booking.day)}
            </time>
            <span className="min-w-0 flex-1">{whatText(what)}</span>
            {by !== null && <span className="font-semibold">{by}</span>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h3 id={id} className="mb-2 text-[.8125rem] font-bold text-quiet">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface Standing {
  Icon: LucideIcon;
  text: string;
  tone: string;
}

/** What is known of the attendance, in words; null while the player is simply expected. */
function standingOf(booking: Booking, now: number, zone: string): Standing | null {
  const since = booking.attendance_at === null ? '' : timeText(minutesIn(zone, new Date(booking.attendance_at)));
  const { attendance_by: by } = booking;
  const startsAt = Date.parse(booking.starts_at);
  const facts = { ...booking, startsAt, endsAt: startsAt + booking.minutes * 60_000 };
  switch (cellState(facts, now)) {
    case 'here':
    case 'on_court':
      return {
        Icon: UserCheck,
        text: by === null ? panelTexts.isHereSince(since) : panelTexts.isHere(since, by),
        tone: 'text-good',
      };
    case 'no_show': {
      const marked = by === null ? panelTexts.isMarkedAbsent : panelTexts.isAbsent(by);
      return { Icon: UserX, text: booking.status === 'no_show' ? panelTexts.isNoShow : marked, tone: 'text-bad' };
    }
    case 'late':
      return { Icon: AlarmClock, text: panelTexts.isLate(minutesLate(startsAt, now)), tone: 'text-warn' };
    case 'unmarked':
      return { Icon: CircleDashed, text: panelTexts.isUnmarked, tone: 'text-warn' };
    case 'played':
      return { Icon: CircleCheck, text: panelTexts.isPlayed, tone: 'text-good' };
    case 'cancelled':
      return { Icon: UserX, text: panelTexts.isCancelled, tone: 'text-quiet' };
    default:
      return null;
  }
}

function Actions({
  booking,
  parts,
  now,
  zone,
  mayMark,
  mayCancel,
  mayDecideRefund,
  money,
  heading,
  busy,
  onMark,
}: BookingPanelProps & {
  booking: Booking;
  busy: boolean;
  onMark: (orders: readonly Markable[], state: 'arrived' | 'absent' | 'none') => void;
}) {
  const moving = useMoveScene();
  const [isCancelling, setIsCancelling] = useState(false);
  const shortening = moving?.shortening ?? null;
  const [shortened, setShortened] = useState<{ order: string } | null>(null);
  if (shortening !== shortened) {
    setShortened(shortening);
    if (shortening?.order === booking.order) setIsCancelling(true);
  }
  const opener = useRef<HTMLButtonElement>(null);
  const wasKept = useRef(false);
  useEffect(() => {
    if (!isCancelling && wasKept.current) opener.current?.focus({ preventScroll: true });
    wasKept.current = false;
  }, [isCancelling]);
  const standing = standingOf(booking, now, zone);
  const startsAt = Date.parse(booking.starts_at);
  const canMark = mayMark && booking.status === 'confirmed' && dayIn(zone, new Date(now)) >= booking.day;
  const canCancel = mayCancel && booking.status === 'confirmed' && now < Date.parse(booking.ends_at);
  // Who comes for one hour of a bar comes for all of it.
  const others = parts.filter(({ order, status }) => order !== booking.order && status === 'confirmed');
  const here = [booking, ...others.filter(({ attendance }) => attendance !== 'arrived')];
  const canBeAbsent = booking.attendance === null && now >= startsAt;
  // Two buttons share the width of the panel.
  const size = canBeAbsent ? 'sm' : 'md';
  const canMove = (moving?.mayMove === true || moving?.mayExtend === true) && booking.status === 'confirmed';
  const moneyPart = money.part(booking);
  if (standing === null && !canMark && !canCancel && !canMove && moneyPart === null) return null;
  const footer =
    'grid max-h-[75%] shrink-0 gap-3 overflow-y-auto border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]';
  if (canCancel && isCancelling) {
    return (
      <footer className={footer}>
        <CancelBooking
          booking={booking}
          mayDecide={mayDecideRefund}
          onClose={() => {
            wasKept.current = true;
            setIsCancelling(false);
          }}
          onDone={() => {
            setIsCancelling(false);
            heading.current?.focus({ preventScroll: true });
          }}
        />
      </footer>
    );
  }
  if (isMoveOpen(moving, booking.order)) {
    return (
      <footer className={footer}>
        <MovePart booking={booking} onClosed={() => heading.current?.focus({ preventScroll: true })} />
      </footer>
    );
  }
  return (
    <footer className={footer}>
      {moneyPart}
      {standing !== null && (
        <p className={`flex items-center gap-2 text-small font-bold ${standing.tone}`}>
          <standing.Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={2.4} />
          {standing.text}
        </p>
      )}
      {canMark && booking.attendance !== 'arrived' && (
        <div className="flex gap-2.5">
          <Button
            // Money that is due comes first.
            variant={moneyPart === null ? 'lime' : 'outline'}
            size={moneyPart === null ? size : 'sm'}
            busy={busy}
            aria-keyshortcuts="I"
            className="flex-1 whitespace-nowrap"
            icon={<UserCheck aria-hidden="true" className="size-5" />}
            onClick={() => onMark(here, 'arrived')}
          >
            {panelTexts.checkIn}
            <KeyHint>{'I'}</KeyHint>
          </Button>
          {canBeAbsent && (
            <Button
              variant="outline"
              size={size}
              busy={busy}
              className="whitespace-nowrap"
              aria-keyshortcuts="N"
              icon={<UserX aria-hidden="true" className="size-5" />}
              onClick={() => onMark([booking], 'absent')}
            >
              {panelTexts.absent}
              <KeyHint>{'N'}</KeyHint>
            </Button>
          )}
        </div>
      )}
      {canMark && booking.attendance !== null && (
        <Button variant="outline" size="sm" busy={busy} onClick={() => onMark([booking], 'none')}>
          {panelTexts.takeBack}
        </Button>
      )}
      <MoveButtons booking={booking} parts={parts} now={now} />
      {canCancel && (
        <Button ref={opener} variant="ghost" size="sm" aria-keyshortcuts="X" onClick={() => setIsCancelling(true)}>
          {cancelAtDeskTexts.open}
          <KeyHint>{'X'}</KeyHint>
        </Button>
      )}
    </footer>
  );
}
