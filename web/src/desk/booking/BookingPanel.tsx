import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { lazyPart } from '@/lib/lazy-part';
import { Notice } from '@/ui/Notice';
import type { Board, BoardBooking } from '@/desk/api/board';
import { bookingQuery, type Booking } from '@/desk/api/bookings';
import { useAttendance } from './attendance';
import { BookingMoney } from './BookingMoney';
import { BookingParts } from './BookingParts';
import { CancelledList } from './CancelledList';
import { lastChangeText } from './history-text';
import { MissingBooking } from './MissingBooking';
import { PanelActions } from './PanelActions';
import { PanelHead } from './PanelHead';
import type { PanelMoney } from './panel-money';
import type { PanelMove } from './panel-move';
import { PanelNotes } from './PanelNotes';
import { PanelPlayer } from './PanelPlayer';
import { PanelSection } from './PanelSection';
import { panelTexts } from './texts';

const PanelWeeks = lazyPart(async () => (await import('./PanelWeeks')).PanelWeeks);
const PanelHistory = lazyPart(async () => (await import('./PanelHistory')).PanelHistory);

export interface BookingPanelProps {
  order: string;
  /** The hours of the booking's bar on the board, this one included; empty if it is not on the board. */
  parts: readonly BoardBooking[];
  /** Names the other bookings of its group and their versions; null if it is not on the board. */
  group: string | null;
  /** Bookings that had this place before and were cancelled. */
  cancelled: readonly Board['cancelled'][number][];
  /** The version of the board; undefined until it has come. */
  boardVersion: string | undefined;
  zone: string;
  /** The server's time in milliseconds. */
  now: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  mayMark: boolean;
  /** From how many minutes before the start on players can be checked in. */
  checkInMinutes: number;
  mayNote: boolean;
  /** Whether a guest without a number can be given one. */
  mayBook: boolean;
  mayCancel: boolean;
  /** Whether another amount than the policy's can go back. */
  mayDecideRefund: boolean;
  money: PanelMoney;
  move: PanelMove;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
  onOpen: (order: string) => void;
}

/** Shows one booking: court, player, money, history, and whether the player came. */
export function BookingPanel(props: BookingPanelProps) {
  const { order, parts, group, boardVersion, money, heading, onClose } = props;
  const queryClient = useQueryClient();
  const query = useQuery(bookingQuery(order));
  // The first answer is rendered without delaying a key that comes meanwhile; a change is shown at once.
  const booking = useDeferredValue(query.data) && query.data;
  const brief = parts.find((part) => part.order === order);
  const attendance = useAttendance();

  // A notice says what another person did to the booking while it is open, but not for the first version that is shown.
  const [shown, setShown] = useState<{ booking: Booking; notice: string | null } | null>(null);
  if (booking !== undefined && booking !== shown?.booking) setShown({ booking, notice: noticeOf(booking) });

  function noticeOf(next: Booking): string | null {
    if (shown === null) return null;
    // A change of another hour of its group changes its history, but not its version.
    if (next.version === shown.booking.version || isSameButVersion(next, shown.booking)) return shown.notice;
    return attendance.isKnown(next) || money.isKnown(next) ? null : lastChangeText(next, shown.booking);
  }

  // The board has a newer version, or other notes.
  const isOlder =
    booking !== undefined &&
    brief !== undefined &&
    (brief.version > booking.version || brief.notes !== booking.notes.length);
  const isGone = query.error instanceof ApiFailure && query.error.status === 404;
  const reread = useEffectEvent(() => queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey }));
  // Each further version is read, too, while an earlier one is still being read.
  useEffect(() => {
    if (isOlder) void reread();
  }, [isOlder, brief?.version, brief?.notes]);

  // A booking that leaves the board may have been cancelled, or moved to another day.
  const isOnBoard = brief !== undefined;
  const wasOnBoard = useRef(isOnBoard);
  useEffect(() => {
    if (wasOnBoard.current && !isOnBoard) void reread();
    wasOnBoard.current = isOnBoard;
  }, [isOnBoard]);

  // After a read that failed, the next board is the sign to read again.
  const rereadFailed = useEffectEvent(() => {
    if (query.isError && !isGone) void reread();
  });
  useEffect(() => rereadFailed(), [boardVersion]);

  // A change of another hour of its group is in its history too, although its own version stays.
  const seenGroup = useRef(group);
  useEffect(() => {
    if (group === null || group === seenGroup.current) return;
    const isFirst = seenGroup.current === null;
    seenGroup.current = group;
    if (!isFirst) void queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey });
  }, [group, queryClient, order]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <PanelHead booking={booking} brief={brief} heading={heading} onClose={onClose} />
        {attendance.problem !== null && (
          <div className="mt-4">
            <Notice tone="warn" tight isLive>
              {attendance.problem}
            </Notice>
          </div>
        )}
        <div role="status">
          {shown !== null && shown.notice !== null && (
            <div className="mt-4">
              <Notice tight>{shown.notice}</Notice>
            </div>
          )}
        </div>
        {booking === undefined ? (
          <MissingBooking
            isGone={isGone}
            failure={query.error}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Details {...props} booking={booking} />
        )}
      </div>
      {booking !== undefined && (
        <PanelActions
          {...props}
          booking={booking}
          isBusy={attendance.isPending}
          onMark={(orders, state) => {
            const { player, court } = booking;
            attendance.mark({ name: player.name, court: court.name }, orders, state);
          }}
        />
      )}
    </div>
  );
}

/** Whether nothing of a booking but its version differs, such as after a second scan of its pass. */
function isSameButVersion(one: Booking, other: Booking): boolean {
  const text = (booking: Booking) => JSON.stringify({ ...booking, version: 0 });
  return text(one) === text(other);
}

function Details({
  booking,
  parts,
  cancelled,
  zone,
  ahead,
  mayNote,
  mayBook,
  money,
  onOpen,
}: BookingPanelProps & { booking: Booking }) {
  const notes = <PanelNotes key="notes" booking={booking} zone={zone} ahead={ahead} mayNote={mayNote} />;
  const bill = (
    <BookingMoney key="bill" booking={booking} zone={zone} actions={(payment) => money.payment(booking, payment)} />
  );
  return (
    <>
      {parts.length > 1 && <BookingParts order={booking.order} parts={parts} onOpen={onOpen} />}
      {booking.weeks.length > 0 && (
        <Suspense fallback={null}>
          <PanelWeeks booking={booking} />
        </Suspense>
      )}
      <PanelPlayer booking={booking} mayBook={mayBook} />
      {/* A note is read before money is taken; without notes the form to write one comes after the bill. */}
      {booking.notes.length > 0 ? [notes, bill] : [bill, notes]}
      {cancelled.length > 0 && (
        <PanelSection title={panelTexts.earlierHere}>
          <CancelledList bookings={cancelled} onOpen={onOpen} />
        </PanelSection>
      )}
      <Suspense fallback={null}>
        <PanelHistory booking={booking} zone={zone} />
      </Suspense>
    </>
  );
}
