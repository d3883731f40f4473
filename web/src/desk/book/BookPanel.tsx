import { Suspense, useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { failureMessage } from '@/api/failure-message';
import { lazyPart } from '@/lib/lazy-part';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import type { Board } from '@/desk/api/board';
import type { Booked } from '@/desk/api/bookings';
import { removeWritten, type WrittenRequest } from '@/desk/api/written';
import { openPart } from '@/desk/lib/part-translations';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { CancelledList } from '@/desk/booking/CancelledList';
import { KeyHint } from '@/desk/booking/KeyHint';
import { panelTexts } from '@/desk/booking/texts';
import { isSameSlot, type Slot } from '@/desk/lib/slots';
import { useIsShown } from '@/desk/lib/use-is-shown';
import type { ReadApproval } from '@/desk/standing/BookTrust';
import { writtenTexts } from '@/desk/written/texts';
import { bookSlots } from './book-slots';
import { isForRequest } from './booked-request';
import { BookHead } from './BookHead';
import { FreeNearby, type Nearby } from './FreeNearby';
import { HoldNotices } from './HoldNotices';
import { haveBegun, PAID_LATER, type FloatForm, type PayNow, type PayNowField } from './pay-now';
import { PlayerField } from './PlayerField';
import { ContactName, NewPlayer } from './PlayerNames';
import { bookForm } from './submit-booking';
import { bookTexts } from './texts';
import { useBook } from './use-book';
import { useHasCome } from './use-has-come';
import { endOfHolds, type Holds } from './use-holds';
import { usePanelActivity } from './use-panel-activity';
import { isWholePhone, readTyped } from '@/desk/lib/typed-player';
import { usePlayerForm, type PlayerForm } from './use-player-form';
import { useSeries } from './use-series';
import { WeeklyField } from './WeeklyField';

const BookTrust = lazyPart(
  async () => (await openPart(() => import('@/desk/standing/BookTrust'), 'standing')).BookTrust,
);

/** The details of the player that were typed. */
export type TypedRequest = Pick<WrittenRequest, 'phone' | 'name' | 'note'>;

export interface BookPanelProps {
  venue: number;
  day: string;
  zone: string;
  /** The server's time, and how far it is ahead of this device's, in milliseconds. */
  now: number;
  ahead: number;
  /** The board; undefined until it has come. */
  board: Board | undefined;
  slots: readonly Slot[];
  /** The most weeks of a weekly series. */
  seriesWeeks: number;
  holds: Holds;
  /** Bookings that had one of these slots before and were cancelled. */
  cancelled: readonly Board['cancelled'][number][];
  /** Further slots to book on a phone, where the panel covers the board; else null. */
  nearby: Nearby | null;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Chooses how the booking is paid at once; null for a person who takes no money. */
  PayNowField: PayNowField | null;
  /** Counts the float if a payment needs it; null for a person who takes no money. */
  FloatForm: FloatForm | null;
  mayArrive: boolean;
  findFreeCourt: (minute: number, preferred: number) => number;
  onSlots: (slots: readonly Slot[]) => void;
  /** `isDone` is whether the panel is still open and no other slots are chosen in it by now. */
  onBooked: (booked: Booked, isDone: boolean) => void;
  onClose: () => void;
  onOpen: (order: string) => void;
  /** Writes down what was typed if the server does not answer. */
  onWriteDown: (typed: TypedRequest) => void;
}

/** Books slots for a player by phone or name and Enter. */
export function BookPanel(props: BookPanelProps) {
  const { venue, day, zone, ahead, board, slots: chosenSlots, holds, nearby, heading, onSlots, onClose } = props;
  const { keeper, states } = holds;
  const slots = bookSlots(board, chosenSlots, states);
  const online = useOnline();
  const [root, setRoot] = useState<HTMLFormElement | null>(null);
  const isShown = useIsShown();
  const offlineId = useId();

  const holdEnd = endOfHolds(states, ahead);
  // Before the board has come, the server's clock is not known.
  const isEnded = useHasCome(board === undefined ? null : holdEnd);
  const isRequesting = [...states.values()].some(({ kind }) => kind === 'requested');
  const isMissing = [...states.values()].some(({ kind }) => kind === 'missing');
  const isOver = isEnded && !isMissing;

  const series = useSeries(venue, day, chosenSlots, props.seriesWeeks);
  const [chosenPay, setPay] = useState(PAID_LATER);
  // What the form showed when the booking was sent: what is typed and chosen afterwards is for the next one.
  const sentForm = useRef({ text: '', pay: PAID_LATER, weeks: 1 });
  const booking = useBook({
    venue,
    day,
    board,
    slots,
    later: series.slots,
    keeper,
    isShown,
    isStillFor: (sent) => keyOfPlayer(sent.player.id, sent.name) === newestPlayer.current,
    onBooked: (booked, sent) => {
      // Another caller can be booked here meanwhile: then the request still waits.
      if (form.written !== undefined && isForRequest(form.firstText, sentForm.current.text, booked.player)) {
        void removeBooked(form.written.id);
      }
      const isBooked = (slot: Slot) => sent.day === day && sent.slots.some((one) => isSameSlot(one, slot));
      // Other slots may be chosen by now. They are another booking, whose form stays.
      const others = chosenSlots.filter((slot) => !isBooked(slot));
      if (isShown() && others.length > 0 && others.length < chosenSlots.length) onSlots(others);
      if (others.length > 0) emptySent();
      props.onBooked(booked, isShown() && others.length === 0);
    },
    onWeekGone: series.refresh,
  });
  const canArrive = props.mayArrive && haveBegun(chosenSlots, day, zone, new Date(props.now));
  const form = usePlayerForm(
    venue,
    booking.fields,
    booking.clear,
    chosenPay.tender !== null,
    props.PayNowField !== null,
  );
  // A player who pays for the running hour is there.
  const pay =
    form.typedTender === null
      ? { ...chosenPay, arrive: chosenPay.arrive && canArrive }
      : { tender: form.typedTender, arrive: canArrive };
  const { search, field } = form;
  const guest = form.guestName === '' ? bookTexts.guest : form.guestName;
  const name = form.isGuest ? guest : (form.chosen?.name ?? (form.isNew ? form.name.trim() : ''));
  // What is booked, and how it was chosen to be paid. It can be changed while the player is searched or the slots are requested.
  // What follows from the text and the time is not part of it: after Enter, the clerk types for the next caller.
  const choice = JSON.stringify([day, chosenSlots, series.weeks, chosenPay]);
  const newestChoice = useRef(choice);
  const newestText = useRef(form.text);
  const player = keyOfPlayer(form.chosen?.id, name);
  const newestPlayer = useRef(player);
  useEffect(() => {
    newestChoice.current = choice;
    newestText.current = form.text;
    newestPlayer.current = player;
  });
  const readApproval = useRef<ReadApproval>(null);
  // When the refusal comes, the field may have the next caller, whom no colleague has to approve.
  const isChosenRefused = booking.refusedPlayer !== null && booking.refusedPlayer === form.chosen?.id;

  useEffect(() => {
    if (!booking.isWaiting) field.current?.focus({ preventScroll: true });
  }, [field, booking.isWaiting]);
  usePanelActivity(root, { field, onAct: () => !isEnded && keeper.renew(ahead), onEscape: onClose });

  function choosePay(to: PayNow) {
    setPay(to);
    // The letter in the field no longer says how the booking is paid.
    if (form.typedTender !== null) form.setText('');
  }
  /** Empties what the form still shows of the booking that was sent, so that Enter does not book the other slots with it. */
  function emptySent() {
    const { text, pay: sentPay, weeks } = sentForm.current;
    if (form.text === text) form.empty();
    setPay((now) => (now === sentPay ? PAID_LATER : now));
    if (series.weeks === weeks) series.setWeeks(1);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!online || booking.isBusy) return;
    if (booking.isUnknown) {
      booking.repeat();
      return;
    }
    if (isOver) {
      keeper.holdAgain();
      return;
    }
    if (isMissing || series.slots === undefined) return;
    const isStillChosen = () => isShown() && newestChoice.current === choice;
    const chosen = await form.read();
    // The text was changed while the player was being searched, so the search found no player. Nothing is sent.
    if (!isStillChosen() || (chosen === null && newestText.current !== form.text)) {
      booking.tellNotSent();
      return;
    }
    const approval = readApproval.current?.();
    if (chosen === null || approval === 'incomplete') return;
    sentForm.current = { text: form.text, pay: chosenPay, weeks: series.weeks };
    booking.book(chosen, pay, approval, isStillChosen);
  }
  function remove(slot: Slot) {
    onSlots(chosenSlots.filter((one) => !isSameSlot(one, slot)));
    field.current?.focus();
  }
  function switchSlot(gone: Slot, to: Slot) {
    onSlots(chosenSlots.map((slot) => (isSameSlot(slot, gone) ? to : slot)));
    field.current?.focus();
  }

  if (booking.isWaiting && props.FloatForm !== null) {
    return (
      // The courts are kept while the drawer is counted.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notices that a person is typing
      <div onInput={() => keeper.renew(ahead)} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">
        <props.FloatForm venue={venue} onOpen={booking.goOn} onClose={booking.stopWaiting} />
      </div>
    );
  }
  const bookOrHold = isOver
    ? bookTexts.holdAgain
    : bookLabel(name, pay.tender === null ? booking.total : booking.payNowTotal, pay.tender !== null);
  const submitLabel = booking.isUnknown ? bookTexts.askAgain : bookOrHold;
  return (
    <form
      ref={setRoot}
      {...bookForm}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <BookHead
          day={day}
          slots={slots}
          holdEnd={isEnded ? null : holdEnd}
          isRequesting={isRequesting}
          heading={heading}
          onClose={onClose}
          onRemove={remove}
        />
        <div className="mt-5">
          <PlayerField
            field={field}
            text={form.text}
            search={search}
            chosen={form.chosen}
            error={form.errors.player}
            isGuest={form.isGuest}
            isGuestChosen={form.isGuestChosen}
            isTenderTyped={form.typedTender !== null}
            zone={zone}
            onText={form.setText}
            onChoose={form.choose}
            onGuest={form.setGuest}
            onTender={
              props.PayNowField === null
                ? null
                : (tender) => {
                    setPay({ tender, arrive: canArrive });
                  }
            }
          />
          {search.failure !== null && (
            <LoadFailure
              title={bookTexts.searchFailed}
              message={failureMessage(search.failure)}
              retryLabel={bookTexts.retry}
              isBusy={search.isFetching}
              onRetry={() => void search.find()}
              strip
            />
          )}
        </div>
        {form.chosen !== undefined && (
          <Suspense fallback={null}>
            <BookTrust
              key={form.chosen.id}
              venue={venue}
              player={form.chosen}
              cause={isChosenRefused ? booking.cause : null}
              read={readApproval}
            />
          </Suspense>
        )}
        {form.written !== undefined && form.written.note !== '' && (
          <Notice tight title={deskOfflineTexts.writtenNote}>
            {form.written.note}
          </Notice>
        )}
        {form.isNew && (
          <NewPlayer field={form.nameField} name={form.name} error={form.errors.name} onName={form.setName} />
        )}
        {form.chosen !== undefined && (
          <ContactName name={form.contact} error={form.errors.contact} onName={form.setContact} />
        )}
        <WeeklyField day={day} series={series} slotsAWeek={chosenSlots.length} courts={board?.courts ?? []} />
        {nearby !== null && (
          <FreeNearby
            nearby={nearby}
            onToggle={(slot) =>
              onSlots(
                chosenSlots.some((one) => isSameSlot(one, slot))
                  ? chosenSlots.filter((one) => !isSameSlot(one, slot))
                  : [...chosenSlots, slot],
              )
            }
            onAdd={(more) => onSlots([...chosenSlots, ...more])}
          />
        )}
        <CancelledBefore {...props} />
      </div>
      <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <HoldNotices
          day={day}
          slots={slots}
          states={states}
          isEnded={isOver && !booking.isUnknown}
          findFreeCourt={props.findFreeCourt}
          onHoldAgain={() => keeper.holdAgain()}
          onSwitch={switchSlot}
        />
        {booking.isUnknown && !booking.isBusy && (
          <Notice tone="warn" tight isLive title={bookTexts.unknownTitle}>
            {bookTexts.unknown}
          </Notice>
        )}
        {booking.message !== null && !(isChosenRefused && booking.needsApproval) && (
          <Notice tone="bad" tight isLive title={bookTexts.failed}>
            {booking.message}
          </Notice>
        )}
        {booking.isNewTotal && booking.total !== undefined && (
          <Notice tone="warn" tight isLive>
            {bookTexts.newTotal(rupees(booking.total / 100))}
          </Notice>
        )}
        {props.PayNowField !== null && <props.PayNowField value={pay} canArrive={canArrive} onChange={choosePay} />}
        <p className="figures flex items-end justify-between gap-3 font-bold">
          {bookTexts.total}
          <span className="display min-h-8 text-[2.125rem] leading-none">
            {booking.total !== undefined && rupees(booking.total / 100)}
          </span>
        </p>
        <Button
          type="submit"
          variant="lime"
          size="md"
          wide
          className="min-h-14"
          isBusy={booking.isBusy || form.isWaiting}
          disabled={!online || ((isMissing || series.slots === undefined) && !booking.isUnknown)}
          aria-describedby={online ? undefined : offlineId}
        >
          {submitLabel}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
        {!online && (
          <p id={offlineId} className="text-small font-semibold text-warn">
            {bookTexts.offline}
          </p>
        )}
        {!online && !booking.isBusy && !booking.isUnknown && (
          <Button
            variant="outline"
            size="sm"
            aria-haspopup="dialog"
            onClick={() => props.onWriteDown(typedRequest(form))}
          >
            {deskOfflineTexts.writeItDown}
          </Button>
        )}
      </footer>
    </form>
  );
}

/** Removes a request that is booked; if this device cannot, that is said. */
async function removeBooked(request: string): Promise<void> {
  try {
    await removeWritten(request);
  } catch {
    toast.forAnyone('error', writtenTexts.notRemoved, writtenTexts.list);
  }
}

/** The typed details for a request that is written down. */
function typedRequest({ text, typedTender, name, chosen, contact }: PlayerForm): TypedRequest {
  const typed = readTyped(typedTender === null ? text : '');
  const isWhole = isWholePhone(typed);
  const digits = typed.kind === 'digits' ? typed.digits : '';
  const partial = isWhole || digits === '' ? null : digits;
  return {
    phone: isWhole ? digits : '',
    name: chosen?.name ?? (typed.kind === 'letters' ? typed.letters : name.trim()),
    note: [
      ...(partial === null ? [] : [deskOfflineTexts.phone(partial)]),
      ...(contact.trim() === '' ? [] : [`${bookTexts.contact}: ${contact.trim()}`]),
    ].join('. '),
  };
}

/** Tells players apart: by the id of a known one, else by the name. */
function keyOfPlayer(id: string | null | undefined, name: string): string {
  return id ?? `named ${name}`;
}

/** The label of the button that Enter presses: "Book for Rohan Mehta · ₹1,000". */
function bookLabel(name: string, total: number | undefined, isPaid: boolean): string {
  if (total === undefined) return name === '' ? bookTexts.bookNow : bookTexts.bookNowFor(name);
  const amount = rupees(total / 100);
  if (isPaid) return name === '' ? bookTexts.bookPaid(amount) : bookTexts.bookPaidFor(name, amount);
  return name === '' ? bookTexts.book(amount) : bookTexts.bookFor(name, amount);
}

/** Links to the cancelled bookings that were in these slots. */
function CancelledBefore({ cancelled, onOpen }: Pick<BookPanelProps, 'cancelled' | 'onOpen'>) {
  if (cancelled.length === 0) return null;
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="mb-1 text-[.8125rem] font-bold text-quiet">{panelTexts.earlierHere}</h3>
      <CancelledList bookings={cancelled} onOpen={onOpen} />
    </section>
  );
}
