import { CircleCheck, CircleMinus, CirclePlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { fieldsOf, isOutcomeUnknown } from '@/desk/api/problem';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { isPressedAgain } from '@/lib/pressed-again';
import { isTooLong } from '@/desk/lib/short-text';
import { DrawerForm } from './DrawerForm';
import { SafeField, safePaiseOf, usualSafe } from './SafeField';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { moneyTexts } from './texts';
import { useClose } from './use-money-writes';

/** A shift that was counted and not closed yet. */
export interface ToClose {
  shift: string;
  opening_paise: number;
  expected_paise: number;
  counted_paise: number;
  /** A difference above this many paise needs a reason; null if only the server knows the limit. */
  reason_above_paise: number | null;
}

/** Shows what a count found, and asks why that differs from what had to be there and how much goes into the safe. */
export function CloseShift({
  counted,
  chosenSafe,
  handsOver,
  onDone,
  onClose,
}: {
  counted: ToClose;
  /** The rupees that the clerk chose at the count to go into the safe; null if the count is an earlier one. */
  chosenSafe: string | null;
  /** Whether the device is locked after the shift is closed. */
  handsOver: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const { opening_paise, expected_paise, counted_paise, reason_above_paise } = counted;
  const online = useOnline();
  const isShown = useIsShown();
  const isLater = chosenSafe === null;
  const difference = counted_paise - expected_paise;
  const [reason, setReason] = useState('');
  const [safe, setSafe] = useState(() => chosenSafe ?? usualSafe(counted_paise, opening_paise));
  const [wasTried, setWasTried] = useState(false);
  const safePaise = safePaiseOf(safe, counted_paise);
  const close = useClose(
    counted.shift,
    ({ to_safe_paise }) => {
      const toSafe = rupees(to_safe_paise / 100);
      const stays = rupees((counted_paise - to_safe_paise) / 100);
      // For anyone: on a shared device the lock page shows it, too.
      toast.forAnyone('success', isLater ? moneyTexts.closedLater(toSafe) : moneyTexts.closed(toSafe, stays));
      onDone();
    },
    (cause) => {
      if (!isShown()) toastWriteFailure(cause, moneyTexts.closeFailed);
    },
  );
  // A request that got no answer may be recorded, so it stays in the fields and is sent again as it was.
  const unanswered = isOutcomeUnknown(close.error) ? close.variables : undefined;
  const readOnly = close.isPending || unanswered !== undefined;
  const failure = close.error === null ? null : writeFailure(close.error, moneyTexts.closeFailed);
  const refused = fieldsOf(close.error);
  const needsReason =
    (reason_above_paise !== null && Math.abs(difference) > reason_above_paise) || refused['reason'] === 'required';
  const reasonError = reasonProblem(reason.trim(), needsReason);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (unanswered !== undefined) {
      if (online) close.mutate(unanswered);
      return;
    }
    setWasTried(true);
    if (!online || reasonError !== undefined || safePaise === null) return;
    close.mutate({ reason: reason.trim() === '' ? null : reason.trim(), to_safe_paise: safePaise });
  }

  const isByField = refused['reason'] !== undefined || refused['to_safe_paise'] !== undefined;
  return (
    <DrawerForm
      title={titleOf(difference)}
      {...(handsOver && { text: moneyTexts.handsOver })}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          {failure !== null && !isByField && (
            <Notice tone="warn" tight isLive title={failure.title}>
              {failure.message}
            </Notice>
          )}
          {!online && <p className="text-small font-semibold text-warn">{takeMoneyTexts.offline}</p>}
          <Button
            type="submit"
            variant="lime"
            size="md"
            wide
            className="min-h-14"
            isBusy={close.isPending}
            disabled={!online}
            onClick={(event) => {
              // The second press of a double click on the button of the count, whose place this one takes: the difference was not seen.
              if (isPressedAgain(event)) event.preventDefault();
            }}
          >
            {moneyTexts.closeShift}
          </Button>
        </>
      }
    >
      <dl className="figures grid grid-cols-2 gap-2.5">
        <Figure name={moneyTexts.was} paise={counted_paise} />
        <Figure name={moneyTexts.hadToBe} paise={expected_paise} />
      </dl>
      {difference !== 0 && (
        <TextField
          label={moneyTexts.reason}
          error={wasTried ? reasonError : undefined}
          autoComplete="off"
          readOnly={readOnly}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <SafeField
        typed={safe}
        counted_paise={counted_paise}
        isLater={isLater}
        wasTried={wasTried || refused['to_safe_paise'] !== undefined}
        readOnly={readOnly}
        onTyped={setSafe}
      />
    </DrawerForm>
  );
}

/** A difference of a count, in paise, as a sentence: "₹100 is missing." */
export function titleOf(difference: number): string {
  if (difference === 0) return moneyTexts.isExact;
  const amount = rupees(Math.abs(difference) / 100);
  return difference < 0 ? moneyTexts.isMissing(amount) : moneyTexts.isOver(amount);
}

function reasonProblem(reason: string, isNeeded: boolean): string | undefined {
  if (isTooLong(reason)) return takeMoneyTexts.tooLong;
  return isNeeded && reason === '' ? moneyTexts.reasonMissing : undefined;
}

function Figure({ name, paise }: { name: string; paise: number }) {
  return (
    <div className="rounded-md border border-line p-3">
      <dt className="text-[.8125rem] text-quiet">{name}</dt>
      <dd className="display text-h3">{rupees(paise / 100)}</dd>
    </div>
  );
}

/** Shows the difference of a count by an icon, a sentence and a colour. */
export function Difference({ paise }: { paise: number }) {
  const [Icon, tone] =
    paise === 0
      ? ([CircleCheck, 'text-good'] as const)
      : paise < 0
        ? ([CircleMinus, 'text-bad'] as const)
        : ([CirclePlus, 'text-warn'] as const);
  return (
    <p className={`figures flex items-center gap-2 font-bold ${tone}`}>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.4} />
      <span>{titleOf(paise)}</span>
    </p>
  );
}
