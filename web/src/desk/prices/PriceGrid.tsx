import { useRef, useState, type KeyboardEvent } from 'react';
import { hourText } from '@/lib/dates';
import { hasModifier } from '@/lib/has-modifier';
import { rupees } from '@/lib/money';
import { useMedia } from '@/lib/use-media';
import type { Group } from './groups';
import type { Prices } from './prices';
import { pricesTexts } from './texts';
import { usePainting } from './use-painting';
import {
  amountText,
  areaOf,
  cellOf,
  heatOf,
  isIn,
  isSame,
  pricesIn,
  type Area,
  type Cell,
  type Place,
  type Weeks,
} from './week';
import { weekdayName } from '@/desk/lib/weekdays';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
/** Noon, in minutes of the day. */
const NOON = 720;

/**
 * The prices of a group of courts by weekday and hour, painted by pointer or by keys. Weekdays are rows; on phones they
 * are columns, so that a whole week fits. One cell is in the tab order; arrows move the focus.
 */
export function PriceGrid({
  prices,
  before,
  after,
  group,
  onPaint,
  onDigit,
  onStop,
}: {
  prices: Prices;
  before: Weeks;
  after: Weeks;
  group: Group;
  /** Undefined while prices cannot be painted. */
  onPaint: ((area: Area) => void) | undefined;
  /** A digit or `Backspace`, typed to choose the price to paint with. */
  onDigit: (digit: string) => void;
  /** Takes the price of these hours away, so that they are not for sale. */
  onStop: (area: Area) => void;
}) {
  const isPhone = useMedia('(width < 48rem)');
  const table = useRef<HTMLTableElement>(null);
  const [focus, setFocus] = useState<Place>({ weekday: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place | null>(null);
  const { starts } = prices;
  const focused = { ...focus, column: Math.min(focus.column, starts.length - 1) };
  const { area: dragged, handlers } = usePainting(table, (area, end) => {
    setAnchor(null);
    setFocus(end);
    onPaint?.(area);
  });
  const chosen = anchor === null ? null : areaOf(anchor, focused);
  const marked = dragged ?? chosen;
  const scale = pricesIn(before, after);

  function go(place: Place, isWider: boolean) {
    setAnchor(isWider ? (anchor ?? focused) : null);
    setFocus(place);
    table.current?.querySelector<HTMLElement>(`[data-place="${place.weekday}-${place.column}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    if (hasModifier(event)) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset['place'] === undefined) return;
    const [along, across] = isPhone ? (['weekday', 'column'] as const) : (['column', 'weekday'] as const);
    const last = { weekday: 6, column: starts.length - 1 };
    const to = (axis: keyof Place, value: number) => ({ ...focused, [axis]: Math.max(0, Math.min(last[axis], value)) });
    const places: Record<string, Place> = {
      ArrowRight: to(along, focused[along] + 1),
      ArrowLeft: to(along, focused[along] - 1),
      ArrowDown: to(across, focused[across] + 1),
      ArrowUp: to(across, focused[across] - 1),
      Home: to(along, 0),
      End: to(along, last[along]),
    };
    const place = places[event.key];
    const area = chosen ?? areaOf(focused, focused);
    if (place !== undefined) go(place, event.shiftKey);
    else if (event.key === ' ') onPaint?.(area);
    else if (event.key === 'Delete') onStop(area);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else if (/^(\d|Backspace)$/.test(event.key)) onDigit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const hourCell = (weekday: number, column: number) => (
    <HourCell
      key={`${weekday}-${column}`}
      place={{ weekday, column }}
      start={starts[column] ?? 0}
      before={cellOf(before, group.courts, { weekday, column })}
      after={cellOf(after, group.courts, { weekday, column })}
      scale={scale}
      isTabStop={focused.weekday === weekday && focused.column === column}
      isMarked={marked !== null && isIn(marked, { weekday, column })}
      onFocus={() => setFocus({ weekday, column })}
    />
  );
  const dayHead = (weekday: number) => (
    <HeadButton
      label={pricesTexts.paintDay(weekdayName(weekday))}
      onPress={onPaint && (() => onPaint({ from: { weekday, column: 0 }, to: { weekday, column: starts.length - 1 } }))}
    >
      {weekdayName(weekday)}
    </HeadButton>
  );
  const hourHead = (start: number, column: number) => (
    <HeadButton
      label={pricesTexts.paintHour(hourText(start))}
      onPress={onPaint && (() => onPaint({ from: { weekday: 0, column }, to: { weekday: 6, column } }))}
    >
      {isPhone || isFirstOfHalf(starts, column) ? hourText(start) : hourText(start).slice(0, -3)}
    </HeadButton>
  );
  return (
    <div className="rounded-xl border border-line bg-card p-2 min-[48rem]:p-3" data-own-digits="">
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are interactive
        role="grid"
        aria-label={`${pricesTexts.grid}, ${group.name}`}
        aria-multiselectable="true"
        aria-readonly={onPaint === undefined}
        onKeyDown={onKeyDown}
        {...handlers}
        className="figures w-full table-fixed border-separate border-spacing-[3px] select-none"
      >
        <thead>
          <tr>
            <th scope="col" className="w-12">
              <span className="sr-only">{isPhone ? pricesTexts.hour : pricesTexts.weekday}</span>
            </th>
            {isPhone
              ? WEEKDAYS.map((weekday) => (
                  <th key={weekday} scope="col" className="p-0">
                    {dayHead(weekday)}
                  </th>
                ))
              : starts.map((start, column) => (
                  <th key={start} scope="col" className="p-0">
                    {hourHead(start, column)}
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {isPhone
            ? starts.map((start, column) => (
                <tr key={start}>
                  <th scope="row" className="p-0">
                    {hourHead(start, column)}
                  </th>
                  {WEEKDAYS.map((weekday) => hourCell(weekday, column))}
                </tr>
              ))
            : WEEKDAYS.map((weekday) => (
                <tr key={weekday}>
                  <th scope="row" className="display p-0 text-[1.0625rem]">
                    {dayHead(weekday)}
                  </th>
                  {starts.map((_, column) => hourCell(weekday, column))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether a start is the first one of the day, or the first one from noon on. */
function isFirstOfHalf(starts: readonly number[], column: number): boolean {
  const [before, start] = [starts[column - 1], starts[column] ?? 0];
  return before === undefined || (before < NOON && start >= NOON);
}

/**
 * The head of a row or column, which paints all of it. It is not in the tab order, because the keys of the grid do
 * the same.
 */
function HeadButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: (() => void) | undefined;
  children: string;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={onPress === undefined}
      onClick={onPress}
      className="grid min-h-9 w-full place-items-center rounded-[8px] px-0.5 text-[.78125rem] leading-tight font-semibold whitespace-nowrap text-quiet enabled:hover:bg-raised enabled:hover:text-ink min-[48rem]:[th[scope=row]_&]:min-h-12 min-[48rem]:[th[scope=row]_&]:text-[1.0625rem] min-[48rem]:[th[scope=row]_&]:text-ink"
    >
      {children}
    </button>
  );
}

function HourCell({
  place,
  start,
  before,
  after,
  scale,
  isTabStop,
  isMarked,
  onFocus,
}: {
  place: Place;
  start: number;
  before: Cell;
  after: Cell;
  scale: readonly number[];
  isTabStop: boolean;
  isMarked: boolean;
  onFocus: () => void;
}) {
  const name = `${place.weekday}-${place.column}`;
  const isNew = !isSame(before, after);
  // "1,000" is as wide as a cell beside the panel.
  const isLong = shortPrice(after).length > 4;
  const spoken = pricesTexts.priceOf(
    weekdayName(place.weekday),
    hourText(start),
    after.isOpen
      ? [spokenPrice(before), isNew && pricesTexts.cellNew(spokenPrice(after))].filter(Boolean).join(', ')
      : pricesTexts.closed,
  );
  return (
    <td
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the role of a cell depends on that of its table
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isMarked}
      data-place={name}
      data-new={isNew || undefined}
      onFocus={onFocus}
      className={`price-cell relative h-11 rounded-[8px] p-0 text-center text-[.75rem] leading-none font-semibold tracking-tight min-[48rem]:text-[.8125rem] min-[48rem]:tracking-normal outline-offset-1 focus-visible:z-1 focus-visible:focus-ring min-[48rem]:h-12 min-[80rem]:text-[.875rem] ${faceOf(after, scale)}`}
    >
      <span className="sr-only">{spoken}</span>
      {after.isOpen ? (
        <span aria-hidden="true" className="grid justify-items-center gap-0.5">
          {isNew && <s className="text-[.6875rem] font-medium opacity-85">{shortPrice(before)}</s>}
          <span className={`${isNew ? 'font-extrabold' : ''} ${isLong ? 'text-[.75rem] tracking-tight' : ''}`}>
            {shortPrice(after)}
          </span>
        </span>
      ) : (
        <span aria-hidden="true">·</span>
      )}
    </td>
  );
}

/** The colour of an hour: stronger for a higher price, hatched without a price. */
function faceOf({ isOpen, lowest }: Cell, scale: readonly number[]): string {
  if (!isOpen) return 'bg-raised text-quiet';
  if (lowest === null) return 'price-none';
  return heatOf(lowest, scale);
}

function shortPrice({ lowest, highest, hasUnsold }: Cell): string {
  if (lowest === null) return pricesTexts.noneShort;
  return amountText(lowest) + (highest !== lowest || hasUnsold ? '+' : '');
}

function spokenPrice({ lowest, highest, hasUnsold }: Cell): string {
  if (lowest === null || highest === null) return pricesTexts.noPrice;
  const price =
    lowest === highest ? rupees(lowest / 100) : pricesTexts.range(rupees(lowest / 100), rupees(highest / 100));
  return hasUnsold ? `${price}, ${pricesTexts.partlyUnsold}` : price;
}
