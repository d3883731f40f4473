import { useRef, useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { countOf, EMPTY_COUNT, totalOf } from '@/desk/pay/cash-count';
import { CountFields } from '@/desk/pay/CountFields';
import { DrawerForm } from './DrawerForm';
import { SafeField, safePaiseOf, usualSafe } from './SafeField';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { moneyTexts } from './texts';
import { useClose, useCount, type CountResult } from './use-money-writes';

/**
 * The form to count the drawer, which does not show how much has to be in it. If the count is exact, the shift is
 * closed at once. If it is not exact, or closing is refused, `onNotClosed` gets the server's answer and the amount that
 * goes into the safe, in rupees. A request whose answer was lost may be recorded, so it is sent again as it was.
 */
export function CountDrawer({
  shift,
  opening_paise,
  handsOver,
  onNotClosed,
  onDone,
  onClose,
}: {
  shift: string;
  opening_paise: number;
  /** Whether the device is locked after the shift is closed. */
  handsOver: boolean;
  onNotClosed: (result: CountResult, safe: string) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const isShown = useIsShown();
  const [typed, setTyped] = useState(EMPTY_COUNT);
  const [typedSafe, setSafe] = useState<string | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const counted_paise = totalOf(typed) * 100;
  const safe = typedSafe ?? usualSafe(counted_paise, opening_paise);
  const safePaise = safePaiseOf(safe, counted_paise);
  const counted = useRef<CountResult>(null);
  const close = useClose(
    shift,
    ({ to_safe_paise }) => {
      const stays = rupees((counted_paise - to_safe_paise) / 100);
      // For anyone: on a shared device the lock page shows it, too.
      toast.forAnyone('success', moneyTexts.closed(rupees(to_safe_paise / 100), stays), moneyTexts.isExact);
      onDone();
    },
    (cause) => {
      const isUnknown = isOutcomeUnknown(cause);
      if (!isUnknown || !isShown()) toastWriteFailure(cause, moneyTexts.closeFailed);
      // The count is stored; only closing the shift has to be tried again.
      if (!isUnknown && counted.current !== null) onNotClosed(counted.current, safe);
    },
  );
  const count = useCount(
    shift,
    (result) => {
      counted.current = result;
      if (result.counted_paise !== result.expected_paise || safePaise === null) onNotClosed(result, safe);
      else close.mutate({ reason: null, to_safe_paise: safePaise });
    },
    (cause) => {
      if (!isShown()) toastWriteFailure(cause, moneyTexts.countFailed);
    },
  );
  const isBusy = count.isPending || close.isPending;
  // What was sent and got no answer stays in the fields.
  const isCountUnknown = isOutcomeUnknown(count.error);
  const unclosed = isOutcomeUnknown(close.error) ? close.variables : undefined;
  const failure = failureOf(count.error, unclosed === undefined ? null : close.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!online || isBusy) return;
    if (unclosed !== undefined) close.mutate(unclosed);
    else if (safePaise !== null) count.mutate(countOf(typed));
  }
  return (
    <DrawerForm
      title={moneyTexts.countTitle}
      text={handsOver ? `${moneyTexts.countText} ${moneyTexts.handsOver}` : moneyTexts.countText}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          {failure !== null && (
            <Notice tone="warn" tight isLive title={failure.title}>
              {failure.message}
            </Notice>
          )}
          {!online && <p className="text-small font-semibold text-warn">{takeMoneyTexts.offline}</p>}
          <Button type="submit" variant="lime" size="md" wide className="min-h-14" isBusy={isBusy} disabled={!online}>
            {count.isSuccess ? moneyTexts.closeShift : moneyTexts.iCounted(rupees(totalOf(typed)))}
          </Button>
        </>
      }
    >
      <CountFields typed={typed} onTyped={setTyped} readOnly={isBusy || isCountUnknown || unclosed !== undefined} />
      <SafeField
        typed={safe}
        counted_paise={counted_paise}
        wasTried={wasTried}
        readOnly={isBusy || unclosed !== undefined}
        onTyped={setSafe}
      />
    </DrawerForm>
  );
}

/** What is shown of a count, or of the closing after it, that failed; null if neither has. */
function failureOf(count: Error | null, close: Error | null): ReturnType<typeof writeFailure> | null {
  if (count !== null) return writeFailure(count, moneyTexts.countFailed);
  return close === null ? null : writeFailure(close, moneyTexts.closeFailed);
}
