import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { bookingQuery, type Booking } from '@/desk/api/bookings';
import { useIsSamePerson } from '@/desk/api/me';
import { fieldsOf, hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { writeMessage } from '@/desk/api/write-failure';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { useApproval } from '@/desk/approve/use-approval';
import { cancelAtDeskTexts } from './cancel-texts';
import { panelTexts } from './texts';
import { typedPaise } from '@/desk/lib/typed-paise';
import { cancellationQuery, useCancel } from './use-cancel';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { focusOnce, takeLostFocus } from '@/desk/lib/focus-once';
import { isPressedAgain } from '@/lib/pressed-again';
import { isTooLong } from '@/desk/lib/short-text';
import { useIsShown } from '@/desk/lib/use-is-shown';

type Cancellation = components['schemas']['CancellationAnswer'];

/** The smallest refund, in paise. */
const LEAST_PAISE = 100;

/** Shows what goes back and asks for a reason before a booking is cancelled. With `mayDecide` another amount can be typed. */
export function CancelBooking({
  booking,
  mayDecide,
  onClose,
  onDone,
}: {
  booking: Booking;
  mayDecide: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const query = useQuery(cancellationQuery(booking.order, booking.version));
  const answered = query.data?.version ?? booking.version;
  // The booking was changed since it was read: its new place is shown before it can be cancelled.
  const isOlder = answered > booking.version;
  // The panel reads the booking; only the failure of that is looked at here.
  const bookingRead = useQuery({ ...bookingQuery(booking.order), enabled: false });
  const isUnread = isOlder && bookingRead.error !== null;
  const reread = useEffectEvent(() =>
    queryClient.invalidateQueries({ queryKey: bookingQuery(booking.order).queryKey }),
  );
  useEffect(() => {
    if (isOlder) void reread();
  }, [isOlder, answered]);
  return (
    <section aria-label={cancelAtDeskTexts.title} className="grid gap-3">
      <h3 ref={focusOnce} tabIndex={-1} className="text-lead leading-tight font-bold">
        {cancelAtDeskTexts.title}
      </h3>
      {isUnread && (
        <LoadFailure
          title={panelTexts.failed}
          message={failureMessage(bookingRead.error)}
          retryLabel={panelTexts.retry}
          isBusy={bookingRead.isFetching}
          onRetry={() => void bookingRead.refetch()}
          strip
        />
      )}
      {query.data !== undefined && (
        <CancelForm
          booking={booking}
          cancellation={query.data}
          isCurrent={answered === booking.version && !query.isPlaceholderData && !query.isFetching}
          isUnread={isUnread}
          mayDecide={mayDecide}
          onClose={onClose}
          onDone={onDone}
        />
      )}
      {query.data === undefined && query.error === null && (
        <p role="status" className="text-small text-quiet">
          {cancelAtDeskTexts.looking}
        </p>
      )}
      {query.data === undefined && query.error !== null && (
        <LoadFailure
          title={cancelAtDeskTexts.failed}
          message={failureMessage(query.error)}
          retryLabel={cancelAtDeskTexts.retry}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
          strip
        />
      )}
      {query.data === undefined && (
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
          {cancelAtDeskTexts.keep}
        </Button>
      )}
    </section>
  );
}

/** Moves the focus from the heading to the button once the amount is loaded, so that Enter cancels. */
function focusAfterHeading(button: HTMLButtonElement | null): void {
  const { activeElement } = document;
  if (activeElement?.tagName === 'H3' || activeElement === document.body) button?.focus({ preventScroll: true });
}

function CancelForm({
  booking,
  cancellation,
  isCurrent,
  isUnread,
  mayDecide,
  onClose,
  onDone,
}: {
  booking: Booking;
  cancellation: Cancellation;
  /** Whether `cancellation` is of the version that is shown, and not being read again. */
  isCurrent: boolean;
  /** Whether the version that `cancellation` is of could not be read. */
  isUnread: boolean;
  mayDecide: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const online = useOnline();
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState<string | null>(null);
  const [wasTried, setWasTried] = useState(false);

  const typed = amount === null ? null : typedPaise(amount);
  const back_paise = amount === null ? cancellation.refund_paise : (typed ?? 0);
  const isOther = amount !== null && back_paise !== cancellation.refund_paise;
  const about = { permission: 'booking.cancel_beyond_policy', amount_paise: back_paise };
  const approval = useApproval({ venue: booking.venue, ...about });
  const way = useApprovalWay(approval);
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  const cancel = useCancel(booking, {
    onDone,
    onRefused: (cause) => {
      approval.onRefused(cause);
      if (isShown()) return;
      const { name } = booking.player;
      const [named, unnamed] = isOutcomeUnknown(cause)
        ? [cancelAtDeskTexts.unknown(name), cancelAtDeskTexts.unknownUnnamed]
        : [cancelAtDeskTexts.notDone(name), cancelAtDeskTexts.notDoneUnnamed];
      if (isSamePerson()) toast.namedError(writeMessage(cause), named, unnamed);
      else toast.forAnyone('error', writeMessage(cause), unnamed);
    },
  });
  const refused = fieldsOf(cancel.error);
  const amountError = amountProblem(amount, cancellation.kept_paise) ?? refusedAmount(refused, cancellation.kept_paise);
  const reasonError = reasonProblem(reason, isOther);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!online || !isCurrent) return;
    if (amountProblem(amount, cancellation.kept_paise) !== undefined || reasonError !== undefined) return;
    const approved = isOther ? approval.read(way) : undefined;
    if (approved === 'incomplete') return;
    const body = {
      ...(approved !== undefined && { approval: approved }),
      shown_refund_paise: cancellation.refund_paise,
      refund_paise: isOther ? back_paise : null,
      reason: reason.trim() === '' ? null : reason.trim(),
    };
    cancel.mutate({ version: booking.version, body });
  }

  function edit(to: string) {
    setAmount(to);
    // Another amount may need no owner, and a PIN may be enough for it.
    if (approval.needsOwner || approval.isPinTooWeak) approval.clear();
    cancel.reset();
  }
  /** Keeps the booking, unless it is being cancelled already. */
  function keep() {
    if (!cancel.isPending) onClose();
  }
  const hasField = refused['refund_paise'] !== undefined;
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p className="figures text-small">
        {amount === null && `${policyText(cancellation)} `}
        {cancelAtDeskTexts.court}
      </p>
      {cancel.error !== null && !hasField && !(isOther && hasCode(cancel.error, 'approval_needed')) && (
        <Notice tone="warn" tight isLive>
          {writeMessage(cancel.error)}
        </Notice>
      )}
      {amount !== null && (
        <TextField
          ref={takeLostFocus}
          label={cancelAtDeskTexts.amount}
          error={wasTried ? amountError : undefined}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          maxLength={12}
          value={amount}
          onChange={(event) => edit(event.target.value)}
          onKeyDown={closeOnEscape(keep)}
        />
      )}
      <TextField
        label={cancelAtDeskTexts.reason}
        error={wasTried ? reasonError : undefined}
        autoComplete="off"
        enterKeyHint="go"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={closeOnEscape(keep)}
      />
      {mayDecide && amount === null && cancellation.kept_paise > 0 && (
        <button
          type="button"
          onClick={() => setAmount(String(cancellation.kept_paise / 100))}
          className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
        >
          {cancelAtDeskTexts.otherAmount}
        </button>
      )}
      {isOther && approval.isNeeded && (
        <ApprovalFields form={approval} what={insteadText(back_paise, cancellation.refund_paise)} onClose={keep} />
      )}
      {!online && <p className="text-small text-warn">{cancelAtDeskTexts.offline}</p>}
      <div className="flex flex-wrap gap-2.5">
        <Button
          ref={focusAfterHeading}
          type="submit"
          variant="danger"
          size="sm"
          isBusy={cancel.isPending || (!isCurrent && !isUnread)}
          disabled={!online}
          aria-disabled={isUnread}
          className={isUnread ? 'flex-1 opacity-50' : 'flex-1'}
          onClick={(event) => {
            // The second press of a double click must not answer the question that the first one asked.
            if (isPressedAgain(event)) event.preventDefault();
          }}
        >
          {back_paise > 0 ? cancelAtDeskTexts.confirmWith(rupees(back_paise / 100)) : cancelAtDeskTexts.confirm}
        </Button>
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" disabled={cancel.isPending} onClick={onClose}>
          {cancelAtDeskTexts.keep}
        </Button>
      </div>
    </form>
  );
}

function insteadText(back_paise: number, policy_paise: number): string {
  return cancelAtDeskTexts.instead(rupees(back_paise / 100), rupees(policy_paise / 100));
}

function policyText({ kept_paise: kept, refund_paise: refund, late }: Cancellation): string {
  if (kept === 0) return late ? cancelAtDeskTexts.lateUnpaid : cancelAtDeskTexts.nothingPaid;
  if (late) return cancelAtDeskTexts.late(rupees(kept / 100));
  if (refund === kept) return cancelAtDeskTexts.allGoesBack(rupees(refund / 100));
  return cancelAtDeskTexts.goesBack(rupees(refund / 100), rupees((kept - refund) / 100));
}

function amountProblem(amount: string | null, kept_paise: number): string | undefined {
  if (amount === null) return undefined;
  const paise = typedPaise(amount);
  if (paise === null) return cancelAtDeskTexts.amountWrong;
  const isOut = paise > kept_paise || (paise > 0 && paise < LEAST_PAISE);
  return isOut ? cancelAtDeskTexts.amountRange(rupees(kept_paise / 100)) : undefined;
}

/** Why the server refused the amount. */
function refusedAmount(fields: Record<string, string | undefined>, kept_paise: number): string | undefined {
  const code = fields['refund_paise'];
  if (code === undefined) return undefined;
  return code === 'beyond_manager'
    ? cancelAtDeskTexts.beyondManager
    : cancelAtDeskTexts.amountRange(rupees(kept_paise / 100));
}

function reasonProblem(reason: string, isOther: boolean): string | undefined {
  if (isTooLong(reason)) return cancelAtDeskTexts.reasonLong;
  return isOther && reason.trim() === '' ? cancelAtDeskTexts.reasonMissing : undefined;
}
