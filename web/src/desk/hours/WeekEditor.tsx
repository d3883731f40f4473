import { CircleAlert, CircleOff, Copy } from 'lucide-react';
import { useState } from 'react';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { weekdayName } from '@/desk/lib/weekdays';
import { AxisHead, axisOf, DayLine, type Axis } from './DayLine';
import type { Span } from './hours';
import { SpanFields } from './SpanFields';
import { isSameDay, problemOf, spansText } from './spans';
import { hoursTexts } from './texts';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

type Week = readonly (readonly Span[])[];

/** The week as seven lines, with the times of the chosen day; on phones one day at a time. */
export function WeekEditor({
  week,
  before,
  slot,
  isOff,
  generation,
  onChange,
}: {
  week: Week;
  before: Week;
  /** The length of a slot, in minutes. */
  slot: number;
  /** When it changes, typed text is dropped. */
  generation: number;
  isOff: boolean;
  onChange: (week: Week) => void;
}) {
  const isPhone = useMedia('(width < 48rem)');
  const [day, setDay] = useState(0);
  const axis = axisOf([...week, ...before], slot);
  const put = (weekday: number, spans: readonly Span[]) =>
    onChange(week.map((one, at) => (at === weekday ? spans : one)));
  const isBad = (weekday: number) => problemOf(week[weekday] ?? [], slot) !== null;
  /** The name of a weekday's button, with what its marks mean. */
  const nameOf = (weekday: number) =>
    [
      hoursTexts.edit(weekdayName(weekday)),
      isBad(weekday) && hoursTexts.fix,
      isChanged(week, before, weekday) && hoursTexts.notPublic,
    ]
      .filter(Boolean)
      .join(', ');
  const line = (weekday: number) => (
    <DayLine
      name={weekdayName(weekday)}
      spans={week[weekday] ?? []}
      before={before[weekday] ?? []}
      slot={slot}
      axis={axis}
      onChange={isOff ? undefined : (spans) => put(weekday, spans)}
      onPress={() => setDay(weekday)}
    />
  );
  const fields = (
    <DayFields
      // Typed text belongs to one day and one draft.
      key={`${generation} ${day}`}
      weekday={day}
      week={week}
      slot={slot}
      isOff={isOff}
      onChange={onChange}
      onDay={(spans) => put(day, spans)}
    />
  );
  if (isPhone)
    return (
      <div className="grid gap-4 rounded-xl border border-line bg-card p-4">
        <div role="group" aria-label={hoursTexts.week} className="grid grid-cols-7 gap-1">
          {WEEKDAYS.map((weekday) => (
            <button
              key={weekday}
              type="button"
              aria-pressed={weekday === day}
              aria-label={nameOf(weekday)}
              onClick={() => setDay(weekday)}
              className={`relative grid min-h-12 place-content-center justify-items-center gap-1.5 rounded-[12px] border text-small font-semibold aria-pressed:bg-solid aria-pressed:text-on-solid ${isBad(weekday) ? 'border-bad text-bad' : 'border-line text-quiet'}`}
            >
              {weekdayName(weekday)}
              {isBad(weekday) ? (
                <CircleAlert aria-hidden="true" className="size-3" />
              ) : (
                <Mini spans={week[weekday] ?? []} axis={axis} slot={slot} />
              )}
              {isChanged(week, before, weekday) && <Dot />}
            </button>
          ))}
        </div>
        <div className="grid gap-1.5">
          <AxisHead axis={axis} every={4} />
          {line(day)}
        </div>
        {fields}
      </div>
    );
  return (
    <div className="grid rounded-xl border border-line bg-card p-4">
      <div className="grid grid-cols-[3.75rem_1fr_9rem] gap-x-3">
        <span />
        <AxisHead axis={axis} every={3} />
        <span />
      </div>
      {WEEKDAYS.map((weekday) => {
        const spans = week[weekday] ?? [];
        return (
          <div key={weekday} className="border-b border-line py-1.5 last:border-0">
            <div className="grid grid-cols-[3.75rem_1fr_9rem] items-center gap-x-3">
              <button
                type="button"
                aria-expanded={weekday === day}
                aria-label={nameOf(weekday)}
                onClick={() => setDay(weekday)}
                className="display relative flex min-h-11 items-center rounded-md px-1 text-left text-[1.25rem] aria-expanded:bg-raised hover:bg-raised"
              >
                {weekdayName(weekday)}
                {isChanged(week, before, weekday) && <Dot />}
              </button>
              {line(weekday)}
              <span
                className={`figures text-[.8125rem] leading-tight ${isBad(weekday) ? 'font-bold text-bad' : 'text-quiet'}`}
              >
                {spans.length === 0 ? hoursTexts.closed : spansText(spans, slot)}
              </span>
            </div>
            {weekday === day && <div className="py-3 pl-[4.5rem]">{fields}</div>}
          </div>
        );
      })}
    </div>
  );
}

function isChanged(week: Week, before: Week, weekday: number): boolean {
  return !isSameDay(week[weekday] ?? [], before[weekday] ?? []);
}

/** Marks a day that differs from the published hours; the name of its button says so. */
function Dot() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-1 right-1 size-2 rounded-full bg-ball outline-1 outline-ball-ink"
    />
  );
}

/** A small bar with the hours of a day. */
function Mini({ spans, axis, slot }: { spans: readonly Span[]; axis: Axis; slot: number }) {
  const width = axis.until - axis.from;
  return (
    <span aria-hidden="true" className="relative block h-1 w-8 overflow-hidden rounded-full bg-line">
      {spans.map((span) => (
        <span
          key={span.first_minute}
          className="absolute inset-y-0 bg-kitchen"
          style={{
            left: `${((span.first_minute - axis.from) * 100) / width}%`,
            width: `${((span.last_minute + slot - span.first_minute) * 100) / width}%`,
          }}
        />
      ))}
    </span>
  );
}

function DayFields({
  weekday,
  week,
  slot,
  isOff,
  onChange,
  onDay,
}: {
  weekday: number;
  week: Week;
  slot: number;
  isOff: boolean;
  onChange: (week: Week) => void;
  onDay: (spans: Span[]) => void;
}) {
  const spans = week[weekday] ?? [];
  const isBad = problemOf(spans, slot) !== null;
  const copyTo = (isCopied: (at: number) => boolean) =>
    onChange(week.map((one, at) => (isCopied(at) ? [...spans] : one)));
  return (
    <div
      role="group"
      aria-label={weekdayName(weekday)}
      tabIndex={-1}
      className="grid gap-4 outline-none min-[48rem]:grid-cols-[minmax(0,24rem)_auto] min-[48rem]:justify-between"
    >
      <SpanFields name={weekdayName(weekday)} spans={spans} slot={slot} isOff={isOff} onChange={onDay} />
      <div className="flex flex-wrap content-start gap-2 min-[48rem]:grid">
        <Button
          variant="ghost"
          size="sm"
          className="justify-start"
          disabled={isOff || isBad}
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => copyTo(() => true)}
        >
          {hoursTexts.everyDay}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="justify-start"
          disabled={isOff || isBad}
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => copyTo((at) => at < 5)}
        >
          {hoursTexts.weekdays}
        </Button>
        {spans.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="justify-start"
            disabled={isOff}
            icon={<CircleOff aria-hidden="true" className="size-4.5" />}
            onClick={() => onDay([])}
          >
            {hoursTexts.closeDay}
          </Button>
        )}
      </div>
    </div>
  );
}
