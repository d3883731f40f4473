import type { KeyboardEvent } from 'react';
import { hourText, MINUTES_OF_DAY } from '@/lib/dates';
import { hasModifier } from '@/lib/has-modifier';
import type { Span } from './hours';
import { closeBetween, endOf, openBetween, spansText } from './spans';
import { hoursTexts } from './texts';
import { useDragging } from './use-dragging';

/** A span wider than this percentage of its line shows its times. */
const SHOWS_TIMES_FROM = 28;
/** The least percentage on narrow screens, where the line is shorter. */
const SHOWS_TIMES_FROM_ON_NARROW_SCREENS = 40;

/** An hour above the lines that is nearer than this percentage to an end of them is put inside that end, so that it is not cut off. */
const END_OF_LINE = 3;

/** The part of a day that the lines show, in minutes of the day. */
export interface Axis {
  from: number;
  until: number;
}

/** Where the lines begin, in minutes of the day: at 4 AM. */
const AXIS_FROM = 4 * 60;

/** The axis of these days: from 4 AM to midnight, longer if a span begins earlier or ends later. */
export function axisOf(days: readonly (readonly Span[])[], slot: number): Axis {
  const spans = days.flat();
  const from = Math.min(AXIS_FROM, ...spans.map(({ first_minute }) => Math.floor(first_minute / 60) * 60));
  return { from, until: Math.max(MINUTES_OF_DAY, ...spans.map((span) => endOf(span, slot))) };
}

/** The hours above the lines, one in `every` hours. */
export function AxisHead({ axis, every }: { axis: Axis; every: number }) {
  const first = Math.ceil(axis.from / (every * 60)) * every * 60;
  const hours = Array.from(
    { length: Math.floor((axis.until - first) / (every * 60)) + 1 },
    (_, n) => first + n * every * 60,
  );
  return (
    <div aria-hidden="true" className="figures relative h-5 text-tiny text-quiet">
      {hours.map((minute) => {
        const at = share(axis, minute);
        const shift = at < END_OF_LINE ? '' : at > 100 - END_OF_LINE ? '-translate-x-full' : '-translate-x-1/2';
        return (
          <span key={minute} className={`absolute whitespace-nowrap ${shift}`} style={{ left: `${at}%` }}>
            {hourText(minute)}
          </span>
        );
      })}
    </div>
  );
}

/**
 * The hours of a day on a line. Dragging opens and closes hours; the arrows move each end of a span, and Delete
 * closes the span.
 */
export function DayLine({
  name,
  spans,
  before,
  slot,
  axis,
  onChange,
  onPress,
}: {
  /** "Mon". */
  name: string;
  spans: readonly Span[];
  /** The published hours, which are outlined. */
  before: readonly Span[];
  /** The length of a slot, in minutes. */
  slot: number;
  axis: Axis;
  /** Undefined while the line cannot be changed. */
  onChange: ((spans: Span[]) => void) | undefined;
  onPress?: () => void;
}) {
  const ranges = spans.map((span) => ({ from: span.first_minute, until: endOf(span, slot) }));
  const { drag, handlers } = useDragging(axis, ranges, ({ kind, from, until }) => {
    onChange?.(kind === 'open' ? openBetween(spans, from, until, slot) : closeBetween(spans, from, until, slot));
  });
  const ticks = Array.from(
    { length: Math.ceil((axis.until - axis.from) / 60) - 1 },
    (_, n) => axis.from + (n + 1) * 60,
  );
  return (
    // The keys are those of the ends of its spans.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={hoursTexts.line(name, spans.length === 0 ? hoursTexts.closed : spansText(spans, slot))}
      // It takes the focus of an end whose span is closed or joined to another one.
      tabIndex={-1}
      onClick={onPress}
      {...(onChange === undefined ? {} : handlers)}
      className={`relative h-12 touch-pan-y overflow-hidden rounded-[10px] bg-raised select-none ${onChange === undefined ? '' : 'cursor-crosshair'}`}
    >
      {ticks.map((minute) => (
        <span
          key={minute}
          aria-hidden="true"
          className={`absolute inset-y-0 w-px ${minute % 360 === 0 ? 'bg-edge/50' : 'bg-line'}`}
          style={{ left: `${share(axis, minute)}%` }}
        />
      ))}
      {before.map((span) => (
        <Stripe
          key={`before ${span.first_minute}`}
          axis={axis}
          from={span.first_minute}
          until={endOf(span, slot)}
          className="hours-before border-[1.5px] border-dashed border-edge"
        />
      ))}
      {spans.map((span, at) => (
        <OpenSpan
          // oxlint-disable-next-line react/no-array-index-key -- an end keeps the focus while it is moved
          key={at}
          name={name}
          span={span}
          at={at}
          slot={slot}
          axis={axis}
          onChange={
            onChange &&
            ((now) => {
              const others = spans.filter((_, other) => other !== at);
              if (now === null) onChange(others);
              else onChange(openBetween(others, now.first_minute, endOf(now, slot), slot));
            })
          }
        />
      ))}
      {drag !== null && (
        <Stripe
          axis={axis}
          from={drag.from}
          until={drag.until}
          className={
            drag.kind === 'open' ? 'bg-ball text-ball-ink' : 'hours-closing border-[1.5px] border-bad bg-card text-bad'
          }
        >
          {`${hourText(drag.from)} – ${hourText(drag.until)}`}
        </Stripe>
      )}
    </div>
  );
}

function share({ from, until }: Axis, minute: number): number {
  return (Math.max(0, Math.min(until, minute) - from) * 100) / (until - from);
}

function Stripe({
  axis,
  from,
  until,
  className,
  children,
}: {
  axis: Axis;
  from: number;
  until: number;
  className: string;
  children?: string;
}) {
  const left = share(axis, from);
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-1 grid place-content-center overflow-hidden rounded-[8px] text-tiny font-bold whitespace-nowrap ${className}`}
      style={{ left: `${left}%`, width: `${share(axis, until) - left}%` }}
    >
      {children}
    </span>
  );
}

/** An open span with its two ends, each of which the arrows move by a slot. */
function OpenSpan({
  name,
  span,
  at,
  slot,
  axis,
  onChange,
}: {
  name: string;
  span: Span;
  at: number;
  slot: number;
  axis: Axis;
  onChange: ((span: Span | null) => void) | undefined;
}) {
  const until = endOf(span, slot);
  const left = share(axis, span.first_minute);
  const width = share(axis, until) - left;
  const text = `${hourText(span.first_minute)} – ${hourText(until)}`;
  const move = (end: 'first' | 'last') => (event: KeyboardEvent) => {
    // With one of these keys it is a key of the browser, such as Alt and the left arrow to go back.
    if (hasModifier(event)) return;
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (steps !== undefined) {
      const first = span.first_minute + (end === 'first' ? steps * slot : 0);
      const last = span.last_minute + (end === 'last' ? steps * slot : 0);
      if (first >= 0 && last >= first && last < MINUTES_OF_DAY) onChange?.({ first_minute: first, last_minute: last });
    } else if (event.key === 'Delete' || event.key === 'Backspace') onChange?.(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handle =
    'absolute inset-y-0 w-3 cursor-ew-resize rounded-[6px] after:absolute after:inset-y-2.5 after:left-1 after:w-[3px] after:rounded-full after:bg-white/80 focus-visible:focus-ring';
  const limits = { 'aria-valuemin': 0, 'aria-valuemax': MINUTES_OF_DAY + slot } as const;
  return (
    <span
      className="absolute inset-y-1 rounded-[8px] bg-court text-white"
      style={{ left: `${left}%`, width: `${width}%` }}
    >
      <span
        aria-hidden="true"
        className={`figures pointer-events-none absolute inset-x-3 inset-y-0 grid place-content-center overflow-hidden text-[.8125rem] leading-tight font-semibold whitespace-nowrap max-[48rem]:text-tiny ${width < SHOWS_TIMES_FROM_ON_NARROW_SCREENS ? 'max-[48rem]:hidden' : ''}`}
      >
        {width > SHOWS_TIMES_FROM ? text : ''}
      </span>
      {onChange !== undefined && (
        <>
          <span
            role="slider"
            tabIndex={0}
            aria-label={hoursTexts.opensOf(name, at + 1)}
            aria-valuenow={span.first_minute}
            aria-valuetext={hourText(span.first_minute)}
            {...limits}
            onKeyDown={move('first')}
            className={`${handle} left-0`}
          />
          <span
            role="slider"
            tabIndex={0}
            aria-label={hoursTexts.closesOf(name, at + 1)}
            aria-valuenow={until}
            aria-valuetext={hourText(until)}
            {...limits}
            onKeyDown={move('last')}
            className={`${handle} right-0`}
          />
        </>
      )}
    </span>
  );
}
