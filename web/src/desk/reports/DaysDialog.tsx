import { useId, useState, type FormEvent } from 'react';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { Dialog } from '@/ui/Dialog';
import { wrongDays, type Days } from './period';
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
          onChange={(event) => setTyped({ ...typed, from: event.target.value })}
        />
        <DateField
          label={reportsTexts.to}
          value={typed.to}
          error={wasTried ? error : undefined}
          onChange={(event) => setTyped({ ...typed, to: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
