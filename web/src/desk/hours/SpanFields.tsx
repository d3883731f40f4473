import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { hourText, MINUTES_OF_DAY } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { controlClass, FieldNotes } from '@/ui/Field';
import { IconButton } from '@/ui/IconButton';
import { fieldTime, minuteOf } from '@/desk/lib/field-time';
import { isPressedAgain } from '@/lib/pressed-again';
import type { Span } from './hours';
import { endOf, isSameDay, MOST_SPANS, problemOf, slotsOf, sorted, spanBetween } from './spans';
import { hoursTexts } from './texts';

/** The hours that a closed day gets when it is opened, in minutes of the day: from 6 AM to 11 PM. */
const FIRST_HOURS = { from: 6 * 60, until: 23 * 60 };
/** Further hours of a day begin this many minutes after the last ones, with this many slots. */
const FURTHER_HOURS = { pause: 60, slots: 2 };

/** The hours of a day as fields for times. */
export function SpanFields({
  name,
  spans,
  slot,
  isOff = false,
  onChange,
}: {
  name: string;
  spans: readonly Span[];
  /** The length of a slot, in minutes. */
  slot: number;
  isOff?: boolean;
  onChange: (spans: Span[]) => void;
}) {
  const problem = problemOf(spans, slot);
  const put = (at: number, span: Span) => onChange(spans.map((one, other) => (other === at ? span : one)));
  function add() {
    const last = sorted(spans).at(-1);
    const from =
      last === undefined ? FIRST_HOURS.from : Math.min(endOf(last, slot) + FURTHER_HOURS.pause, MINUTES_OF_DAY - slot);
    const until = last === undefined ? FIRST_HOURS.until : Math.min(from + FURTHER_HOURS.slots * slot, MINUTES_OF_DAY);
    const span = spanBetween(from, until, slot);
    if (span !== null) onChange(sorted([...spans, span]));
  }
  return (
    <div className="grid gap-3">
      {spans.map((span, at) => (
        <SpanRow
          // oxlint-disable-next-line react/no-array-index-key -- typed text stays in its field while the times change
          key={at}
          name={name}
          at={at}
          span={span}
          slot={slot}
          isOff={isOff}
          onChange={(now) => put(at, now)}
          onRemove={() => onChange(spans.filter((_, other) => other !== at))}
        />
      ))}
      {(problem === 'overlap' || problem === 'too many') && (
        <p role="alert" className="text-small font-semibold text-bad">
          {problem === 'overlap' ? hoursTexts.problems.overlap : hoursTexts.problems.tooMany}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={isOff || spans.length >= MOST_SPANS}
        icon={<Plus aria-hidden="true" className="size-4.5" />}
        onClick={add}
      >
        {hoursTexts.addHours}
      </Button>
    </div>
  );
}

function SpanRow({
  name,
  at,
  span,
  slot,
  isOff,
  onChange,
  onRemove,
}: {
  name: string;
  at: number;
  span: Span;
  slot: number;
  isOff: boolean;
  onChange: (span: Span) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const until = endOf(span, slot);
  // Typed text that is not a time yet, or not a time that fits; it stays in its field as long as the span is the one that
  // came of it.
  const [kept, setKept] = useState<{ of: Span; opens?: string; closes?: string }>({ of: span });
  const typed: { opens?: string; closes?: string } = isSameDay([kept.of], [span]) ? kept : {};
  const opens = typed.opens ?? fieldTime(span.first_minute);
  const closes = typed.closes ?? fieldTime(until);
  function type(change: { opens?: string; closes?: string }) {
    const now = { opens, closes, ...change };
    const [first, last] = [minuteOf(now.opens), minuteOf(now.closes)];
    // A closing time that is not after the opening time is of the next day.
    const end = first !== null && last !== null && last <= first ? last + MINUTES_OF_DAY : last;
    const fits = first === null || end === null ? null : spanBetween(first, end, slot);
    if (fits === null) {
      const first_minute = first ?? span.first_minute;
      // Nothing can be published until both times are there and a slot fits between them.
      const unfinished = { first_minute, last_minute: first_minute - 1 };
      setKept({ of: unfinished, ...now });
      onChange(unfinished);
      return;
    }
    setKept(endOf(fits, slot) === end ? { of: fits } : { of: fits, closes: now.closes });
    onChange(fits);
  }
  const error =
    minuteOf(opens) === null || minuteOf(closes) === null
      ? hoursTexts.problems.noTime
      : span.last_minute < span.first_minute
        ? hoursTexts.problems.tooShort(slot)
        : undefined;
  const field = (kind: 'opens' | 'closes') => (
    <div className="grid gap-1">
      <label htmlFor={`${id}-${kind}`} className="text-tiny font-semibold text-quiet">
        {hoursTexts[kind]}
      </label>
      <input
        id={`${id}-${kind}`}
        type="time"
        aria-label={kind === 'opens' ? hoursTexts.opensOf(name, at + 1) : hoursTexts.closesOf(name, at + 1)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-notes-${error === undefined ? 'hint' : 'error'}`}
        disabled={isOff}
        value={kind === 'opens' ? opens : closes}
        onChange={(event) => type({ [kind]: event.target.value })}
        onBlur={() => {
          // A closing time between two slots becomes the end of the last slot.
          if (kind === 'closes' && error === undefined) setKept({ of: span });
        }}
        className={`${controlClass(error)} figures min-w-0 px-3 text-[.9375rem] tracking-normal [&::-webkit-calendar-picker-indicator]:hidden`}
      />
    </div>
  );
  const text = `${hourText(span.first_minute)} – ${hourText(until)}`;
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
        {field('opens')}
        {field('closes')}
        <IconButton
          label={hoursTexts.removeHours(text)}
          disabled={isOff}
          variant="ghost"
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          className="mb-1"
          onClick={(event) => {
            if (!isPressedAgain(event)) onRemove();
          }}
        />
      </div>
      <FieldNotes
        id={`${id}-notes`}
        error={error}
        hint={
          error === undefined
            ? `${hoursTexts.lastStart(hourText(span.last_minute))}, ${hoursTexts.slotsOfDay(slotsOf(span, slot))}`
            : undefined
        }
      />
    </div>
  );
}
