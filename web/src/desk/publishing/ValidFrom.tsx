import { useState } from 'react';
import { addDays, chipDay, fullDay, shortDay } from '@/lib/dates';
import { DateField } from '@/ui/DateField';

/** The most days from today to the day from which a change is valid, as on the server. */
const MOST_DAYS_AHEAD = 366;

/** The day from which a change is valid: one of seven from today on, or another one. */
export function ValidFrom({
  today,
  validFrom,
  earliest,
  texts,
  onDay,
}: {
  today: string;
  validFrom: string;
  earliest: string;
  texts: {
    readonly validFrom: string;
    readonly otherDay: string;
    readonly dayRule: string;
    /** The error if the chosen day is before the earliest one, which is `day`. */
    readonly tooEarly: (day: string) => string;
    /** The error if the chosen day is after the last one, which is `day`. */
    readonly tooFar: (day: string) => string;
  };
  onDay: (day: string) => void;
}) {
  const days = Array.from({ length: 7 }, (_, n) => addDays(today, n));
  const last = addDays(today, MOST_DAYS_AHEAD);
  // What the field shows while it has the focus. Day, month and year are typed one after the other, so a day on the way to the wanted one
  // may be past or too far ahead: it stays in the field and is not chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? validFrom;
  const error =
    shown !== '' && shown < earliest
      ? texts.tooEarly(chipDay(earliest))
      : shown > last
        ? texts.tooFar(fullDay(last))
        : undefined;
  return (
    <div className="grid gap-2">
      <div role="group" aria-label={texts.validFrom} className="grid gap-2">
        <span className="text-small font-bold">{texts.validFrom}</span>
        <div className="figures grid grid-cols-7 gap-1.5">
          {days.map((day) => {
            const [weekday = '', date = ''] = shortDay(day).split(' ');
            return (
              <button
                key={day}
                type="button"
                aria-pressed={day === validFrom}
                disabled={day < earliest}
                onClick={() => onDay(day)}
                className="grid min-h-13 place-content-center justify-items-center rounded-[12px] border border-line text-tiny leading-tight text-quiet hover:border-ink disabled:border-dashed disabled:opacity-60 disabled:hover:border-line aria-pressed:bg-solid aria-pressed:text-on-solid"
              >
                <span aria-hidden="true">{weekday}</span>
                <span aria-hidden="true" className="display text-[1.0625rem]">
                  {date}
                </span>
                <span className="sr-only">{chipDay(day)}</span>
              </button>
            );
          })}
        </div>
      </div>
      <DateField
        label={texts.otherDay}
        name="valid-from"
        min={earliest}
        max={last}
        value={shown}
        onChange={(event) => {
          const day = event.target.value;
          setTyped(day);
          if (day >= today && day <= last) onDay(day);
        }}
        onBlur={() => setTyped(null)}
        error={error}
        hint={texts.dayRule}
      />
    </div>
  );
}
