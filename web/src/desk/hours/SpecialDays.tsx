import { CalendarPlus, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { focusFirstWrong } from '@/desk/forms/focus-first-wrong';
import { isPressedAgain } from '@/lib/pressed-again';
import { monthAndWeekday } from '@/desk/publishing/month-and-weekday';
import { countCharacters } from '@/lib/count-characters';
import { addDays, chipDay, fullDay } from '@/lib/dates';
import { hasHiddenCharacter } from '@/lib/hidden-characters';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { IconButton } from '@/ui/IconButton';
import { RadioGroup } from '@/ui/RadioGroup';
import type { Span, SpecialDay } from './hours';
import { SpanFields } from './SpanFields';
import { problemOf, spansText } from './spans';
import { hoursTexts } from './texts';

/** The most characters of a label, as on the server. */
const LONGEST_LABEL = 40;
/** How many days ahead a special day can be at most, as on the server. */
const MOST_DAYS_AHEAD = 732;

/** The days that differ from the week; they are added, changed and removed here. */
export function SpecialDays({
  days,
  today,
  slot,
  weekOf,
  isOff,
  onChange,
}: {
  days: readonly SpecialDay[];
  today: string;
  /** The length of a slot, in minutes. */
  slot: number;
  /** The hours of the week on a day. */
  weekOf: (day: string) => readonly Span[];
  isOff: boolean;
  onChange: (days: readonly SpecialDay[]) => void;
}) {
  const [editing, setEditing] = useState<SpecialDay | 'new' | null>(null);
  // By their days: while the dialog is open, the hours may be read again, and each day is another object then.
  const others = days.filter(({ day }) => editing === null || editing === 'new' || day !== editing.day);
  return (
    <section aria-labelledby="special-days" tabIndex={-1} className="mt-6 grid gap-3 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="special-days" className="display text-h4">
          {hoursTexts.specialDays}{' '}
          <span className="font-sans text-small font-normal text-quiet">{hoursTexts.specialText}</span>
        </h2>
        <Button
          variant="outline"
          size="sm"
          disabled={isOff}
          icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
          onClick={() => setEditing('new')}
        >
          {hoursTexts.addDay}
        </Button>
      </div>
      {days.length === 0 ? (
        <p className="rounded-xl border border-dashed border-line p-4 text-small text-quiet">{hoursTexts.noDays}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
          {days.map((special) => (
            <li key={special.day} className="figures grid gap-1 rounded-xl border border-line bg-card p-4 pr-2">
              <span className="flex items-start gap-2">
                <span className="flex flex-1 items-baseline gap-2">
                  <b className="display text-h3">{Number(special.day.slice(8))}</b>
                  <span className="text-small text-quiet">{monthAndWeekday(special.day, today)}</span>
                </span>
                <IconButton
                  variant="ghost"
                  label={hoursTexts.changeDayOf(special.label)}
                  disabled={isOff}
                  icon={<Pencil aria-hidden="true" className="size-4.5" />}
                  onClick={() => setEditing(special)}
                />
                <IconButton
                  variant="ghost"
                  label={hoursTexts.removeDayOf(special.label)}
                  disabled={isOff}
                  icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                  onClick={(event) => {
                    if (!isPressedAgain(event)) onChange(days.filter((one) => one !== special));
                  }}
                />
              </span>
              <b className="wrap-anywhere">{special.label}</b>
              <span
                className={`text-small font-semibold ${problemOf(special.spans, slot) === null ? 'text-quiet' : 'text-bad'}`}
              >
                {special.spans.length === 0 ? hoursTexts.closed : spansText(special.spans, slot)}
              </span>
              {/* Slots may have become longer since these hours were published. */}
              {problemOf(special.spans, slot) === 'overlap' && (
                <span className="text-small font-semibold text-bad">{hoursTexts.problems.overlap}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {editing !== null && (
        <SpecialDialog
          special={editing === 'new' ? undefined : editing}
          others={others.map(({ day }) => day)}
          today={today}
          slot={slot}
          weekOf={weekOf}
          onClose={() => setEditing(null)}
          onKeep={(special) => {
            onChange([...others, special].toSorted((one, other) => one.day.localeCompare(other.day)));
            setEditing(null);
          }}
        />
      )}
    </section>
  );
}

function SpecialDialog({
  special,
  others,
  today,
  slot,
  weekOf,
  onKeep,
  onClose,
}: {
  special: SpecialDay | undefined;
  others: readonly string[];
  today: string;
  slot: number;
  weekOf: (day: string) => readonly Span[];
  onKeep: (special: SpecialDay) => void;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [day, setDay] = useState(special?.day ?? '');
  const [label, setLabel] = useState(special?.label ?? '');
  const [kind, setKind] = useState<'closed' | 'other'>(
    special === undefined || special.spans.length === 0 ? 'closed' : 'other',
  );
  // Other hours begin as those of the week, because most special days differ from them only a little; null until they
  // are changed, so that they follow the day.
  const [changed, setChanged] = useState<readonly Span[] | null>(
    special === undefined || special.spans.length === 0 ? null : special.spans,
  );
  const spans = changed ?? (day === '' ? [] : weekOf(day));
  const [wasTried, setWasTried] = useState(false);
  const last = addDays(today, MOST_DAYS_AHEAD);
  const dayError =
    day === '' || day < today
      ? hoursTexts.needDay
      : day > last
        ? hoursTexts.dayTooFar(fullDay(last))
        : others.includes(day)
          ? hoursTexts.dayTaken
          : undefined;
  const trimmed = label.trim();
  const labelError =
    trimmed === '' || countCharacters(trimmed) > LONGEST_LABEL
      ? hoursTexts.needLabel
      : hasHiddenCharacter(trimmed)
        ? hoursTexts.hiddenCharacter
        : undefined;
  const isBad = kind === 'other' && (spans.length === 0 || problemOf(spans, slot) !== null);
  function keep(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (dayError !== undefined || labelError !== undefined || isBad) {
      // What is wrong may have scrolled out of view. Runs after the fields are rendered with their errors.
      queueMicrotask(() => focusFirstWrong(form.current));
      return;
    }
    onKeep({ day, label: trimmed, spans: kind === 'closed' ? [] : [...spans] });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnBackdrop={false}
      title={special === undefined ? hoursTexts.addDay : chipDay(special.day)}
    >
      <form ref={form} noValidate className="grid gap-5" onSubmit={keep}>
        <DateField
          label={hoursTexts.day}
          name="special-day"
          min={today}
          max={last}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          error={wasTried || (day !== '' && dayError !== hoursTexts.needDay) ? dayError : undefined}
        />
        <TextField
          label={hoursTexts.label}
          name="special-label"
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          hint={hoursTexts.labelHint}
          error={wasTried || trimmed !== '' ? labelError : undefined}
        />
        <RadioGroup
          legend={hoursTexts.thatDay}
          options={[
            { value: 'closed', label: hoursTexts.closedAllDay },
            { value: 'other', label: hoursTexts.otherHours },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'other' && (
          <div className="grid gap-2">
            <SpanFields name={hoursTexts.thatDay} spans={spans} slot={slot} onChange={setChanged} />
            {wasTried && spans.length === 0 && (
              <p role="alert" className="text-small font-semibold text-bad">
                {hoursTexts.needHours}
              </p>
            )}
          </div>
        )}
        <Button type="submit" variant="deep" size="md" wide>
          {hoursTexts.keepDay}
        </Button>
      </form>
    </Dialog>
  );
}
