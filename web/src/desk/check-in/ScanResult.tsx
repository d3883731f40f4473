import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { courtName } from '@/lib/court-name';
import { chipDay, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Notice } from '@/ui/Notice';
import { Spinner } from '@/ui/Spinner';
import type { Board } from '@/desk/api/board';
import { bookingQuery, type Booking } from '@/desk/api/bookings';
import { may, type Me } from '@/desk/api/me';
import { useAttendance } from '@/desk/booking/attendance';
import { isPressedAgain } from '@/lib/pressed-again';
import { paths } from '@/desk/lib/paths';
import { WriteDownPayment } from '@/desk/offline-booking/WriteDownPayment';
import { usePanelMoney } from '@/desk/pay/use-panel-money';
import { bookingState } from '@/desk/search/booking-state';
import { signs } from './signs';
import { ADMITTABLE_LOCALLY, type ScanOutcome } from './scan-outcome';
import { adviceText, outcomeText } from './outcome-text';
import { checkInTexts } from './texts';
import type { Shown } from './use-scan';
import { useShortcutName } from '@/desk/lib/single-keys';

export interface ScanResultProps {
  me: Me;
  venue: Me['venues'][number];
  board: Board | undefined;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  /** The pass that is being checked, or was checked last; null if no pass is shown. */
  shown: Shown | null;
  /** Scans this pass again; with the booking's version that the clerk saw, the players are let in. */
  onAgain: (seenVersion?: number) => void;
  /** Checks the players in by the data on this device. */
  onLetIn: () => void;
  /** Called when money is being taken for the booking, and when that has ended. */
  onTaking: (isTaking: boolean) => void;
  /** Called when a check-in is being undone, or the result says why it was not, and when that has ended. */
  onUndoing?: (isUndoing: boolean) => void;
  onClose: () => void;
}

/** Shows what a scanned pass led to, and what can be done about it. Dark in both themes. */
export function ScanResult({ shown, onClose, ...props }: ScanResultProps) {
  return (
    <section
      aria-label={checkInTexts.result}
      className={
        shown === null
          ? 'sr-only'
          : 'scheme-dark grid grid-cols-1 gap-3 rounded-xl border border-line bg-deep p-4 text-ink'
      }
    >
      {/* The region exists before its first words, so that screen readers announce them. */}
      <div role="alert">
        {shown !== null && (
          <div className="relative grid gap-3">
            <IconButton
              label={checkInTexts.close}
              aria-keyshortcuts="Escape"
              variant="ghost"
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={onClose}
              className="absolute top-1 right-1 z-10"
            />
            {shown.kind === 'checking' && (
              <div className="grid min-h-24 content-center">
                <Spinner label={checkInTexts.checking} />
              </div>
            )}
            {shown.kind === 'failed' && (
              <>
                <div className="pr-12">
                  <Notice tone="bad" tight title={shown.message} />
                </div>
                <Button variant="outline" size="sm" onClick={() => props.onAgain()}>
                  {checkInTexts.retry}
                </Button>
              </>
            )}
            {shown.kind === 'outcome' && <ShownOutcome outcome={shown.outcome} zone={props.venue.time_zone} />}
          </div>
        )}
      </div>
      {shown?.kind === 'outcome' && (
        <Actions key={`${shown.text} ${shown.outcome.code}`} outcome={shown.outcome} onClose={onClose} {...props} />
      )}
    </section>
  );
}

const tones = {
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  note: 'bg-note-tint text-note',
};

function ShownOutcome({ outcome, zone }: { outcome: ScanOutcome; zone: string }) {
  const { tone, Icon } = signs[outcome.code];
  const { who } = outcome;
  const advice = adviceText(outcome);
  return (
    <div data-outcome={outcome.code} className="grid gap-2.5">
      <div className={`flex min-h-24 items-center gap-4 rounded-lg py-3 pr-12 pl-4 ${tones[tone]}`}>
        <Icon aria-hidden="true" className="size-14 shrink-0" strokeWidth={2.2} />
        <p className="display min-w-0 text-[1.75rem] leading-none">{outcomeText(outcome, zone)}</p>
      </div>
      {who !== null && (
        <div className="flex items-end justify-between gap-3">
          <div className="min-w-0">
            <p className="text-lead leading-tight font-bold wrap-anywhere">{who.name}</p>
            <p className="figures text-small text-quiet">
              {checkInTexts.place(courtName(who.court), timeText(who.minute))}
            </p>
          </div>
          {who.due_paise > 0 && outcome.code !== 'due' && (
            <p className="figures shrink-0 text-right text-warn">
              <span className="display block text-[1.75rem] leading-none">{rupees(who.due_paise / 100)}</span>
              <span className="text-[.78125rem] font-semibold">{checkInTexts.due}</span>
            </p>
          )}
        </div>
      )}
      {advice !== null && <p className="text-small">{advice}</p>}
      {outcome.isLocal && (
        <p className="text-small font-semibold">
          {outcome.isWrittenDown === true ? checkInTexts.writtenDown : checkInTexts.local}
        </p>
      )}
    </div>
  );
}

/** The outcomes of the server after which a clerk may still let the players in. */
const ADMITTABLE = ['due', 'moved', 'over'];

function Actions({
  outcome,
  me,
  venue,
  board,
  ahead,
  onAgain,
  onLetIn,
  onTaking,
  onUndoing,
  onClose,
}: Omit<ScanResultProps, 'shown'> & { outcome: ScanOutcome }) {
  const { booking } = outcome;
  if (outcome.isLocal) {
    return <LocalActions outcome={outcome} me={me} venue={venue} onLetIn={onLetIn} onTaking={onTaking} />;
  }
  if (booking === null) return null;
  const isHere = booking.venue === venue.id;
  return (
    <div className="grid gap-2.5">
      {isHere && ADMITTABLE.includes(outcome.code) && (
        <LetIn
          booking={booking}
          isOnlyDue={outcome.code === 'due'}
          me={me}
          venue={venue}
          board={board}
          ahead={ahead}
          onAgain={onAgain}
          onTaking={onTaking}
        />
      )}
      {outcome.code === 'checked_in' && <UndoCheckIn booking={booking} onUndoing={onUndoing} onDone={onClose} />}
      {me.venues.some(({ id }) => id === booking.venue) ? (
        <Link
          {...paths.board(booking.venue, { day: booking.day, open: booking.order })}
          className="grid min-h-11 content-center justify-self-start font-semibold underline underline-offset-4"
        >
          {checkInTexts.openBooking}
        </Link>
      ) : (
        // A past venue has no board.
        <p className="figures text-small text-quiet">{`${chipDay(booking.day)}, ${bookingState(booking)}`}</p>
      )}
    </div>
  );
}

/** Whether money is being taken, which is reported to the screen until nothing is due any more or the part is left. */
function useTaking(isDue: boolean, onTaking: ScanResultProps['onTaking']): [boolean, (isTaking: boolean) => void] {
  const [hasBegun, setHasBegun] = useState(false);
  const isTaking = hasBegun && isDue;
  const report = useEffectEvent(onTaking);
  useEffect(() => {
    if (!isTaking) return;
    report(true);
    return () => report(false);
  }, [isTaking]);
  return [isTaking, setHasBegun];
}

/** The actions for a pass that only this device has read. */
function LocalActions({
  outcome,
  me,
  venue,
  onLetIn,
  onTaking,
}: Pick<ScanResultProps, 'me' | 'venue' | 'onLetIn' | 'onTaking'> & { outcome: ScanOutcome }) {
  const { who } = outcome;
  const isDue = who !== null && who.due_paise > 0;
  const [isTaking, setIsTaking] = useTaking(isDue, onTaking);
  if (!ADMITTABLE_LOCALLY.includes(outcome.code)) return null;
  const mayTake = isDue && may(me, 'payment.take');
  return (
    <div className="grid gap-2.5">
      {mayTake && isTaking && (
        <WriteDownPayment me={me} venue={venue.id} booking={who} court={who.court} onWritten={onLetIn} />
      )}
      {mayTake && !isTaking && (
        <Button variant="lime" size="md" onClick={() => setIsTaking(true)}>
          {checkInTexts.take(rupees(who.due_paise / 100))}
        </Button>
      )}
      <Button variant={mayTake ? 'outline' : 'lime'} size={isTaking ? 'sm' : 'md'} onClick={onLetIn}>
        {isDue ? checkInTexts.letIn : checkInTexts.checkIn}
      </Button>
    </div>
  );
}

/**
 * Takes what is due, or lets the players in as they are. If only the amount due prevented the check-in, the pass is scanned
 * again by itself once that is paid.
 */
function LetIn({
  booking: scanned,
  isOnlyDue,
  me,
  venue,
  board,
  ahead,
  onAgain,
  onTaking,
}: Pick<ScanResultProps, 'me' | 'venue' | 'board' | 'ahead' | 'onAgain' | 'onTaking'> & {
  booking: Booking;
  /** Whether only the amount due prevents the check-in. */
  isOnlyDue: boolean;
}) {
  const queryClient = useQueryClient();
  const booking = useQuery(bookingQuery(scanned.order)).data ?? scanned;
  const heading = useRef<HTMLHeadingElement>(null);
  const isDue = booking.due_paise > 0;
  const [isTaking, setIsTaking] = useTaking(isDue, onTaking);
  const money = usePanelMoney({ me, venue, board, ahead, heading });

  // The board may have a newer version of the booking.
  const onBoard = board?.bookings.find(({ order }) => order === booking.order)?.version ?? 0;
  const isOlder = onBoard > booking.version;
  useEffect(() => {
    if (isOlder) void queryClient.invalidateQueries({ queryKey: bookingQuery(scanned.order).queryKey });
  }, [isOlder, queryClient, scanned.order]);
  const isPaid = isOnlyDue && scanned.due_paise > 0 && booking.due_paise === 0;
  const onPaid = useEffectEvent(() => onAgain());
  useEffect(() => {
    if (isPaid) onPaid();
  }, [isPaid]);

  // If the booking was moved since the scan, the clerk has not seen its new place: with the former version the pass is checked again.
  const isAtPlace =
    booking.court.id === scanned.court.id && booking.day === scanned.day && booking.minute === scanned.minute;
  const seenVersion = isAtPlace ? booking.version : scanned.version;
  const mayTake = isDue && may(me, 'payment.take');
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="sr-only">
        {mayTake
          ? checkInTexts.take(rupees(booking.due_paise / 100))
          : isDue
            ? checkInTexts.letIn
            : checkInTexts.checkIn}
      </h3>
      {isTaking
        ? money.part(booking)
        : mayTake && (
            <Button variant="lime" size="md" onClick={() => setIsTaking(true)}>
              {checkInTexts.take(rupees(booking.due_paise / 100))}
            </Button>
          )}
      <Button
        variant={mayTake ? 'outline' : 'lime'}
        size={isTaking ? 'sm' : 'md'}
        onClick={(event) => {
          // After the first press of a double click this may be the button of another answer, which the clerk has not read.
          if (!isPressedAgain(event)) onAgain(seenVersion);
        }}
      >
        {isDue ? checkInTexts.letIn : checkInTexts.checkIn}
      </Button>
    </>
  );
}

function UndoCheckIn({
  booking: scanned,
  onUndoing,
  onDone,
}: Pick<ScanResultProps, 'onUndoing'> & { booking: Booking; onDone: () => void }) {
  const shortcut = useShortcutName();
  const attendance = useAttendance();
  const booking = useQuery(bookingQuery(scanned.order)).data ?? scanned;
  const isUndone = booking.attendance === null;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isUndone) done();
  }, [isUndone]);
  const isUndoing = attendance.isPending || attendance.problem !== null;
  const report = useEffectEvent((isUndoingNow: boolean) => onUndoing?.(isUndoingNow));
  useEffect(() => {
    if (!isUndoing) return;
    report(true);
    return () => report(false);
  }, [isUndoing]);
  return (
    <>
      {attendance.problem !== null && (
        <Notice tone="warn" tight isLive>
          {attendance.problem}
        </Notice>
      )}
      <Button
        variant="outline"
        size="sm"
        aria-keyshortcuts={shortcut('Z')}
        isBusy={attendance.isPending}
        onClick={(event) => {
          // The first press of a double click may have let the players in; its button was here.
          if (isPressedAgain(event)) return;
          const { player, court } = booking;
          attendance.mark({ name: player.name, court: court.name }, [booking], 'none');
        }}
      >
        {checkInTexts.undo}
      </Button>
    </>
  );
}
