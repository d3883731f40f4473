import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, CalendarPlus, ChevronLeft, ChevronRight, Minus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { addDays, chipDay, hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { CourtTile } from '@/ui/CourtTile';
import { IconButton } from '@/ui/IconButton';
import { Notice } from '@/ui/Notice';
import type { BoardBooking } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import { alternativesOf, hasCode, isOutcomeUnknown, type Alternatives } from '@/desk/api/problem';
import { setBookingFor } from '@/desk/lib/booking-for';
import { dayTexts } from '@/desk/day/texts';
import { KeyHint } from '@/desk/booking/KeyHint';
import { useMoveScene, type MoveScene } from './move-context';
import { freeTargets, type Moving } from './move-target';
import { fromText, placeOf } from './move-text';
import { MoveQuestion } from './MoveQuestion';
import { moveTexts } from './texts';
import { extensionQuery } from './use-extend';
import type { Gone } from './use-move';
import { useShortcutName } from '@/desk/lib/single-keys';
import { focusOnce, holdsFocus } from '@/desk/lib/focus-once';
import { isPressedAgain } from '@/lib/pressed-again';
import { textToFind } from '@/desk/lib/typed-player';
import { writeFailure } from '@/desk/api/write-failure';

function Title({ children }: { children: ReactNode }) {
  return (
    <h3 ref={focusOnce} tabIndex={-1} className="text-lead leading-tight font-bold">
      {children}
    </h3>
  );
}

/** Whether a booking is being moved or made longer. */
export function isMoveOpen(scene: MoveScene | null, order: string): boolean {
  if (scene === null) return false;
  const { move, extending } = scene;
  const orders = [move.moving?.order, move.question?.moving.order, move.gone?.moving.order, extending];
  return orders.includes(order);
}

/** The part of the panel that moves a booking or adds an hour to it. */
export function MovePart({ booking, onClosed }: { booking: Booking; onClosed: () => void }) {
  const scene = useMoveScene();
  if (scene === null) return null;
  const { move, extending } = scene;
  const end = () => {
    move.stop();
    scene.onExtending(null);
  };
  const close = () => {
    end();
    onClosed();
  };
  if (move.question?.moving.order === booking.order) {
    const { to, price } = move.question;
    // What was typed and approved is about one place and its price.
    const key = [to.day, to.court, to.minute, price.total_paise].join(' ');
    return <MoveQuestion key={key} scene={scene} question={move.question} onClose={close} />;
  }
  if (move.gone?.moving.order === booking.order) return <GonePart scene={scene} gone={move.gone} onClose={close} />;
  if (move.moving?.order === booking.order) {
    return scene.isPhone ? (
      <PhonePart scene={scene} moving={move.moving} onClose={close} />
    ) : (
      <section aria-label={moveTexts.move} className="grid gap-3">
        <p className="text-small">{moveTexts.how}</p>
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={close}>
          {moveTexts.stop}
          <KeyHint>{'Esc'}</KeyHint>
        </Button>
      </section>
    );
  }
  if (extending !== booking.order) return null;
  return (
    <ExtendPart scene={scene} booking={booking} onAdded={(hasFocus) => (hasFocus ? close() : end())} onClose={close} />
  );
}

/** The buttons of the panel that begin a move or change the length of a booking. */
export function MoveButtons({
  booking,
  parts,
  now,
}: {
  booking: Booking;
  parts: readonly BoardBooking[];
  now: number;
}) {
  const shortcut = useShortcutName();
  const scene = useMoveScene();
  const online = useOnline();
  const isOpen = booking.status === 'confirmed' && now < Date.parse(booking.ends_at);
  if (scene === null || !isOpen) return null;
  const canMove = scene.mayMove && booking.attendance !== 'absent';
  const ahead = parts.filter(({ status }) => status === 'confirmed');
  const last = ahead.length > 1 ? ahead.at(-1) : undefined;
  const canShorten = scene.mayShorten && last !== undefined;
  if (!canMove && !scene.mayExtend && !canShorten) return null;
  return (
    <div className="flex flex-wrap gap-2.5">
      {canMove && (
        <Button
          variant="outline"
          size="sm"
          className="flex-1 whitespace-nowrap"
          aria-keyshortcuts={shortcut('M')}
          disabled={!online}
          icon={<ArrowRightLeft aria-hidden="true" className="size-4.5" />}
          onClick={() => scene.move.start(movingOfBooking(booking))}
        >
          {moveTexts.move}
          <KeyHint>{'M'}</KeyHint>
        </Button>
      )}
      {scene.mayExtend && (
        <Button
          variant="outline"
          size="sm"
          className="flex-1 whitespace-nowrap"
          aria-keyshortcuts={shortcut('E')}
          disabled={!online}
          icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
          onClick={() => scene.onExtending(booking.order)}
        >
          {moveTexts.add}
          <KeyHint>{'E'}</KeyHint>
        </Button>
      )}
      {canShorten && (
        <Button
          variant="ghost"
          size="sm"
          className="w-full"
          aria-keyshortcuts={shortcut('Shift+E')}
          icon={<Minus aria-hidden="true" className="size-4.5" />}
          onClick={() => scene.onShorten(last.order)}
        >
          {moveTexts.shorten}
          <KeyHint>{'⇧E'}</KeyHint>
        </Button>
      )}
    </div>
  );
}

function movingOfBooking(booking: Booking): Moving {
  return {
    order: booking.order,
    version: booking.version,
    name: booking.player.name,
    court: { id: booking.court.id, name: booking.court.name },
    day: booking.day,
    minute: booking.minute,
    price_paise: booking.price_paise,
    total_paise: booking.price_paise - booking.discount_paise,
    isHere: booking.attendance === 'arrived',
  };
}

/** Says that the chosen court was taken meanwhile, and offers what is free instead. */
function GonePart({ scene, gone, onClose }: { scene: MoveScene; gone: Gone; onClose: () => void }) {
  const { moving, to, alternatives } = gone;
  return (
    <section aria-label={moveTexts.move} className="grid gap-3">
      <Title>{moveTexts.gone(placeOf(scene, to))}</Title>
      <FreeInstead
        alternatives={alternatives}
        minute={to.minute}
        onCourt={(court) => scene.move.drop(moving, { ...to, court })}
      />
      <Button variant="outline" size="sm" onClick={() => scene.move.start(moving)}>
        {moveTexts.move}
      </Button>
      <Button variant="ghost" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
        {moveTexts.dontMove}
      </Button>
    </section>
  );
}

function FreeInstead({
  alternatives,
  minute,
  onCourt,
}: {
  alternatives: Alternatives | null;
  minute: number;
  onCourt: (court: number) => void;
}) {
  if (alternatives === null || alternatives.courts.length === 0) return null;
  return (
    <div role="group" aria-label={moveTexts.freeAt(hourText(minute))} className="flex flex-wrap gap-1.5">
      {alternatives.courts.map(({ court, name, price_paise }) => (
        <Button key={court} variant="outline" size="sm" onClick={() => onCourt(court)}>
          {`${courtName(name)}, ${rupees(price_paise / 100)}`}
        </Button>
      ))}
    </div>
  );
}

/** The choice of a place if the panel covers the board: the days, and the free courts of each hour. */
function PhonePart({ scene, moving, onClose }: { scene: MoveScene; moving: Moving; onClose: () => void }) {
  const { model, day, onDay, move } = scene;
  const hours = model === undefined ? [] : freeTargets(model, day, moving);
  return (
    <section aria-label={moveTexts.move} className="grid max-h-[60vh] gap-3 overflow-y-auto">
      <Title>{moveTexts.moving(moving.name, fromText(moving, day))}</Title>
      <p className="text-small text-quiet">{moveTexts.howOnPhone}</p>
      <div className="flex items-center justify-between gap-2">
        <IconButton
          label={dayTexts.before}
          icon={<ChevronLeft aria-hidden="true" className="size-4.5" />}
          onClick={() => onDay((newest) => addDays(newest, -1))}
        />
        <strong aria-live="polite">{chipDay(day)}</strong>
        <IconButton
          label={dayTexts.after}
          icon={<ChevronRight aria-hidden="true" className="size-4.5" />}
          onClick={() => onDay((newest) => addDays(newest, 1))}
        />
      </div>
      {model !== undefined && hours.length === 0 && (
        // Other hours may have free courts, to which players who are here do not go.
        <p className="text-quiet">{moving.isHere ? moveTexts.here : moveTexts.full}</p>
      )}
      {hours.map(({ minute, cells }) => (
        <div key={minute} role="group" aria-label={moveTexts.freeAt(hourText(minute))}>
          <p aria-hidden="true" className="mb-1 text-small font-bold">
            {hourText(minute)}
          </p>
          <div className="flex flex-wrap gap-1.5">
            {cells.map(({ court, key }) => (
              <button
                key={key}
                type="button"
                aria-label={`${courtName(court.name)}, ${hourText(minute)}`}
                disabled={move.isPending}
                onClick={() => move.drop(moving, { court: court.id, day, minute })}
                className="grid min-h-11 place-items-center rounded-md border border-line px-2"
              >
                <CourtTile number={court.number} type={courtKind(court.type)} className="w-11" />
              </button>
            ))}
          </div>
        </div>
      ))}
      <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
        {moveTexts.stop}
      </Button>
    </section>
  );
}

/** Shows the next hour and its price, and adds it. */
function ExtendPart({
  scene,
  booking,
  onAdded,
  onClose,
}: {
  scene: MoveScene;
  booking: Booking;
  /** `hasFocus` is whether the focus is still here: the person can write a note in the same panel by now. */
  onAdded: (hasFocus: boolean) => void;
  onClose: () => void;
}) {
  const root = useRef<HTMLElement>(null);
  const online = useOnline();
  const query = useQuery(extensionQuery(booking.order, booking.version));
  const { extend } = scene;
  const isOwn = extend.variables?.order === booking.order;
  const cause = isOwn ? extend.error : null;
  const isAdded = isOwn && extend.isSuccess;
  const added = useEffectEvent(() => onAdded(holdsFocus(root.current)));
  useEffect(() => {
    if (isAdded) added();
  }, [isAdded]);
  // If the hour was added and only the answer was lost, the booking that is read again offers the hour after it. The lost
  // request is sent again unchanged, so that its outcome is found out and no second hour is sold.
  const isSent = extend.isPending || isOutcomeUnknown(cause);
  const sent = isOwn && isSent ? extend.variables : undefined;
  const next = sent ?? query.data;
  const refused = cause ?? query.error;
  const failure =
    cause === null
      ? { title: moveTexts.addFailed, message: failureMessage(query.error) }
      : writeFailure(cause, moveTexts.addFailed);
  const isTaken = hasCode(refused, 'slot_taken');
  return (
    <section ref={root} aria-label={moveTexts.add} className="grid gap-3">
      <Title>{next === undefined ? moveTexts.add : moveTexts.addTitle(hourText(next.minute))}</Title>
      {next === undefined && query.error === null && (
        <p role="status" className="text-small text-quiet">
          {moveTexts.looking}
        </p>
      )}
      {refused !== null && (
        <Notice tone="warn" tight isLive title={failure.title}>
          {failure.message}
        </Notice>
      )}
      {isTaken && next !== undefined && (
        <FreeInstead
          alternatives={alternativesOf(refused)}
          minute={next.minute}
          onCourt={(court) => {
            // On another court the hour is a new booking for the same player.
            const { player } = booking;
            setBookingFor({ text: textToFind(player), player: player.id });
            // The board may show another day.
            scene.onSlots([{ court, minute: next.minute }], next.day);
          }}
        />
      )}
      {next !== undefined && !isTaken && (
        <>
          <p className="text-small text-quiet">{moveTexts.addNote}</p>
          <Button
            ref={focusOnce}
            variant="lime"
            size="sm"
            isBusy={extend.isPending || (sent === undefined && query.isFetching)}
            disabled={!online}
            onClick={(event) => {
              // The second press of a double click must not answer the question that the first one asked.
              if (isPressedAgain(event)) return;
              if (sent !== undefined) {
                extend.mutate(sent);
                return;
              }
              const { order, venue, version, player } = booking;
              const { day, minute, total_paise } = next;
              extend.mutate({ order, venue, version, name: player.name, day, minute, total_paise });
            }}
          >
            {moveTexts.addOne(hourText(next.minute), rupees(next.total_paise / 100))}
          </Button>
        </>
      )}
      <Button variant="ghost" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
        {moveTexts.dontAdd}
      </Button>
    </section>
  );
}
