import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { hourText } from '@/lib/dates';
import { hasModifier } from '@/lib/has-modifier';
import type { BoardModel } from '@/desk/day/board-model';
import { dayTexts } from '@/desk/day/texts';
import { boardTexts } from './texts';

/** For how long after a key the hours may still scroll to its column, in milliseconds. */
const SCROLL_MILLISECONDS = 500;

/** The part of the day that is in view: the first column and how many, both may be fractions. */
export interface View {
  from: number;
  count: number;
}

export interface DayRailProps {
  model: BoardModel;
  courts: number;
  view: View;
  /** Brings the columns from `from` on into view. */
  onView: (from: number, smooth: boolean) => void;
}

/** The whole day in bars of taken courts, with a frame around the hours in view; dragging or tapping moves it. */
export function DayRail({ model: { columns, nowColumn }, courts, view, onView }: DayRailProps) {
  const rail = useRef<HTMLDivElement>(null);
  // The view follows a smooth scroll late and a list not at all, so a press stores the column to which it scrolls.
  const press = useRef<{ grip: number; target: number } | null>(null);
  // For the same reason a key that soon follows another one counts from the column to which that one scrolls.
  const lastKey = useRef({ target: 0, at: -Infinity });
  const most = Math.max(0, columns.length - view.count);
  const first = columns[Math.round(Math.min(view.from, most))];
  const last = columns[Math.min(columns.length, Math.round(view.from + view.count)) - 1];
  if (first === undefined || last === undefined) return null;

  function columnAt(event: PointerEvent): number {
    const box = rail.current?.getBoundingClientRect();
    return box === undefined ? 0 : ((event.clientX - box.left) / box.width) * columns.length;
  }

  /** Brings a column into view, or the nearest one that can be first, and returns it. */
  function scrollTo(from: number, smooth: boolean): number {
    const target = Math.min(most, Math.max(0, from));
    onView(target, smooth);
    return target;
  }

  function onPointerDown(event: PointerEvent) {
    const at = columnAt(event);
    const isInside = at >= view.from && at <= view.from + view.count;
    // A tap beside the frame brings its middle there.
    const from = isInside ? view.from : at - view.count / 2;
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { grip: at - from, target: isInside ? from : scrollTo(Math.round(from), true) };
  }

  function onPointerMove(event: PointerEvent) {
    if (press.current === null || event.buttons === 0) return;
    press.current.target = scrollTo(columnAt(event) - press.current.grip, false);
  }

  function onPointerUp() {
    if (press.current === null) return;
    onView(Math.round(press.current.target), true);
    press.current = null;
  }

  function onKeyDown(event: KeyboardEvent) {
    // With one of these keys it is a key of the browser, such as Alt and the left arrow to go back.
    if (hasModifier(event)) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
    const pages: Record<string, number> = { PageDown: -Math.round(view.count), PageUp: Math.round(view.count) };
    const ends: Record<string, number> = { Home: -columns.length, End: columns.length };
    const by = { ...steps, ...pages, ...ends }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const isScrolling = event.timeStamp - lastKey.current.at < SCROLL_MILLISECONDS;
    const from = Math.round(isScrolling ? lastKey.current.target : view.from);
    lastKey.current = { target: scrollTo(from + by, true), at: event.timeStamp };
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={boardTexts.hoursInView}
      aria-valuemin={0}
      aria-valuemax={Math.ceil(most)}
      aria-valuenow={Math.round(Math.min(view.from, most))}
      aria-valuetext={dayTexts.hoursFromTo(hourText(first.minute), hourText(endOf(last)))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      className="h-14 min-w-0 flex-1 cursor-pointer touch-none max-[40rem]:basis-full [@media(height<50rem)]:h-11 rounded-md border border-line bg-card px-1.5 select-none"
    >
      <div ref={rail} className="relative flex h-full">
        {columns.map((column, index) => (
          <div key={column.minute} className="flex min-w-0 flex-1 flex-col items-center justify-end pb-1">
            <span className="flex min-h-0 w-[min(1.1rem,70%)] flex-1 items-end pt-2">
              <span
                className={`w-full rounded-[3px] ${
                  column.phase === 'past' ? 'bg-drained' : column.phase === 'now' ? 'bg-surround' : 'bg-court'
                }`}
                style={{
                  height: `${Math.max(column.taken === 0 ? 5 : 12, (column.taken / Math.max(1, courts)) * 100)}%`,
                }}
              />
            </span>
            <span
              className={`mt-0.5 text-[.65625rem] leading-3.5 font-semibold whitespace-nowrap ${index === nowColumn ? 'text-ink' : 'text-quiet'}`}
            >
              <RailHour minute={column.minute} isFirst={index === 0} />
            </span>
          </div>
        ))}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-[3px] rounded-[10px] border-2 border-ink"
          style={{
            left: `${(Math.max(0, view.from) / columns.length) * 100}%`,
            width: `${(Math.min(view.count, columns.length) / columns.length) * 100}%`,
          }}
        />
      </div>
    </div>
  );
}

function endOf({ minute, startsAt, endsAt }: { minute: number; startsAt: number; endsAt: number }): number {
  return minute + (endsAt - startsAt) / 60_000;
}

/** "6 AM" at the first hour and at noon, "7" else and on narrow screens, and nothing between full hours. */
function RailHour({ minute, isFirst }: { minute: number; isFirst: boolean }) {
  if (minute % 60 !== 0) return null;
  const [hour, half] = hourText(minute).split(' ');
  return (
    <>
      {hour}
      {(isFirst || minute === 720) && <span className="max-md:hidden">{` ${half}`}</span>}
    </>
  );
}
