import { useState, type FormEvent } from 'react';
import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';
import { hasHiddenCharacter } from '@/lib/hidden-characters';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { venuesTexts } from './texts';
import type { LosingBooking, LosingBookings } from './venues';

/** Whether a booking that loses its place is kept or cancelled. */
export type Choice = 'keep' | 'close';

/** The bookings and holds that lose their place, each to be kept or cancelled. */
export function LosingDialog({
  losing,
  choices,
  reason,
  isNewList,
  isBusy,
  problem,
  onChoose,
  onReason,
  onDecided,
  onClose,
}: {
  losing: LosingBookings;
  choices: ReadonlyMap<string, Choice>;
  reason: string;
  /** Whether the list has changed since the decisions were sent. */
  isNewList: boolean;
  isBusy: boolean;
  problem: string | null;
  onChoose: (orders: readonly string[], choice: Choice) => void;
  onReason: (reason: string) => void;
  onDecided: () => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const [wasTried, setWasTried] = useState(false);
  const { bookings, most_closed: most } = losing;
  const orders = bookings.map(({ order }) => order);
  const closed = orders.filter((order) => choices.get(order) === 'close');
  const open = orders.filter((order) => !choices.has(order));
  const wrongReason = closed.length === 0 ? undefined : reasonProblem(reason.trim());
  function choose(chosen: readonly string[], choice: Choice) {
    // What is sent stays as it is shown: a later choice would be shown, and the venue saved without it.
    if (!isBusy) onChoose(chosen, choice);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setWasTried(true);
    if (open.length > 0 || wrongReason !== undefined) {
      const form = event.currentTarget;
      // Runs after what is missing or wrong is rendered as such.
      queueMicrotask(() =>
        form.querySelector<HTMLElement>('[aria-invalid="true"] input, input[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    if (closed.length <= most && online && !isBusy) onDecided();
  }
  return (
    <Dialog
      open
      size="lg"
      title={venuesTexts.losing}
      dismissable={!isBusy}
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <div className="grid gap-2">
          {problem !== null && (
            <Notice tone="warn" tight isLive>
              {problem}
            </Notice>
          )}
          {!online && <p className="text-small font-semibold text-warn">{venuesTexts.offline}</p>}
          <div className="flex flex-wrap items-center justify-end gap-3">
            {open.length > 0 && (
              <p role="status" className={`mr-auto text-small font-semibold ${wasTried ? 'text-bad' : 'text-quiet'}`}>
                {venuesTexts.undecided(open.length)}
              </p>
            )}
            <Button variant="outline" size="md" disabled={isBusy} onClick={onClose}>
              {venuesTexts.leave}
            </Button>
            <Button type="submit" form="losing" variant="deep" size="md" isBusy={isBusy} disabled={!online}>
              {venuesTexts.decided}
            </Button>
          </div>
        </div>
      }
    >
      <form id="losing" noValidate onSubmit={submit} className="grid gap-4">
        {isNewList && (
          <Notice tone="warn" tight isLive>
            {venuesTexts.losingChanged}
          </Notice>
        )}
        <p>{venuesTexts.losingText(bookings.length)}</p>
        <ul className="grid gap-1 text-small text-quiet">
          <li>{venuesTexts.keepHint}</li>
          <li>{venuesTexts.closeHint}</li>
        </ul>
        {bookings.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="sm"
              aria-disabled={isBusy || undefined}
              className="aria-disabled:opacity-50"
              onClick={() => choose(orders, 'keep')}
            >
              {venuesTexts.keepAll}
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-disabled={isBusy || undefined}
              className="aria-disabled:opacity-50"
              onClick={() => choose(orders, 'close')}
            >
              {venuesTexts.closeAll}
            </Button>
          </div>
        )}
        <ul className="rows rounded-xl border border-line px-4">
          {bookings.map((booking) => (
            <BookingRow
              key={booking.order}
              booking={booking}
              choice={choices.get(booking.order)}
              isMissing={wasTried && !choices.has(booking.order)}
              isOff={isBusy}
              onChoose={(choice) => choose([booking.order], choice)}
            />
          ))}
        </ul>
        {closed.length > most && (
          <Notice tone="warn" tight isLive>
            {venuesTexts.tooMany(most)}
          </Notice>
        )}
        {closed.length > 0 && (
          <TextField
            label={venuesTexts.reason}
            hint={venuesTexts.reasonHint}
            autoComplete="off"
            maxLength={120}
            readOnly={isBusy}
            value={reason}
            error={wasTried ? wrongReason : undefined}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}

/** What is wrong with a reason; undefined if it is right. */
function reasonProblem(reason: string): string | undefined {
  if (reason === '') return venuesTexts.reasonNeeded;
  return hasHiddenCharacter(reason) ? venuesTexts.wrong.characters : undefined;
}

function BookingRow({
  booking,
  choice,
  isMissing,
  isOff,
  onChoose,
}: {
  booking: LosingBooking;
  choice: Choice | undefined;
  isMissing: boolean;
  /** Whether the choice cannot be changed. */
  isOff: boolean;
  onChoose: (choice: Choice) => void;
}) {
  const place = `${courtName(booking.court)}, ${chipDay(booking.day)}, ${hourText(booking.minute)}`;
  const state = booking.is_held
    ? venuesTexts.held
    : booking.paid_paise > 0
      ? venuesTexts.paid(rupees(booking.paid_paise / 100))
      : venuesTexts.unpaid;
  return (
    <li className="grid gap-2 py-3 min-[40rem]:grid-cols-[1fr_auto] min-[40rem]:items-center">
      <div className="min-w-0">
        <p className="figures font-bold">{place}</p>
        <p className="text-small wrap-anywhere text-quiet">
          {`${booking.player} · ${booking.phone} · ${state} · ${venuesTexts.because[booking.because]}`}
        </p>
      </div>
      <div
        role="radiogroup"
        aria-label={venuesTexts.decide(`${place}, ${booking.player}`)}
        aria-invalid={isMissing || undefined}
        aria-disabled={isOff || undefined}
        className={`grid grid-cols-2 gap-1 rounded-full border-[1.5px] p-0.5 aria-disabled:opacity-50 ${isMissing ? 'border-bad' : 'border-line'}`}
      >
        {(['keep', 'close'] as const).map((one) => (
          <label
            key={one}
            className="grid min-h-11 min-w-24 cursor-pointer place-content-center rounded-full px-4 text-small font-bold text-quiet hover:text-ink has-checked:bg-solid has-checked:text-on-solid has-focus-visible:focus-ring"
          >
            <input
              type="radio"
              name={`decide-${booking.order}`}
              value={one}
              checked={choice === one}
              onChange={() => onChoose(one)}
              className="sr-only"
            />
            {venuesTexts[one]}
          </label>
        ))}
      </div>
    </li>
  );
}
