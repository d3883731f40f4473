import { useId, useState, type FormEvent } from 'react';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { Dialog } from '@/ui/Dialog';
import { isReportDay, wrongDays, type Days } from './period';
import { reportsTexts } from './texts';

/** Asks for the first and the last day of a period, at most 366 days. */
export function DaysDialog({
  days,
  onClose,
  onDays,
}: {
  days: Days;
  onClose: () => void;
  onDays: (days: Days) => void;
}) {
  const form = useId();
  const [typed, setTyped] = useState(days);
  const [wasTried, setWasTried] = useState(false);
  const wrong = wrongDays(typed);
  const error =
    wrong === null
      ? undefined
      : {
          missing: reportsTexts.daysMissing,
          outOfRange: reportsTexts.daysOutOfRange,
          backwards: reportsTexts.backwards,
          tooLong: reportsTexts.tooLong,
        }[wrong];
  const shownError = wasTried ? error : undefined;
  // What is wrong with the two days together is said at the second one.
  const isFirstWrong = wrong === 'missing' ? typed.from === '' : !isReportDay(typed.from);
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (wrong === null) onDays(typed);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={reportsTexts.chooseDays}
      footer={
        <Button type="submit" form={form} wide>
          {reportsTexts.show}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <DateField
          label={reportsTexts.from}
          value={typed.from}
          error={isFirstWrong ? shownError : undefined}
          onChange={(event) => setTyped({ ...typed, from: event.target.value })}
        />
        <DateField
          label={reportsTexts.to}
          value={typed.to}
          error={isFirstWrong ? undefined : shownError}
          onChange={(event) => setTyped({ ...typed, to: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
