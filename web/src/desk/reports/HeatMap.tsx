import { useRef, useState, type KeyboardEvent } from 'react';
import { hourText } from '@/lib/dates';
import { hasModifier } from '@/lib/has-modifier';
import { useMedia } from '@/lib/use-media';
import { HEAT_STEPS } from '@/desk/lib/heat-steps';
import { hoursText } from '@/desk/lib/hours-text';
import { weekdayName } from '@/desk/lib/weekdays';
import { percentText } from './figure-text';
import type { FiguresOf } from './report';
import { reportsTexts } from './texts';

type Occupancy = FiguresOf<'occupancy'>;
type Cell = Occupancy['cells'][number];

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/**
 * Shows the occupancy by weekday and hour: a table with a figure in each cell, whose lightness says the same. Weekdays are
 * rows; on phones they are columns, so that a whole week fits. One cell is in the tab order, and the arrows move from it.
 */
export function HeatMap({
  figures,
  onOpen,
}: {
  figures: Occupancy;
  /** Lists the bookings of an hour of a weekday. */
  onOpen: (weekday: number, hour: number) => void;
}) {
  const isPhone = useMedia('(width < 48rem)');
  const table = useRef<HTMLTableElement>(null);
  const hours = [...new Set(figures.cells.map(({ hour }) => hour))].toSorted((a, b) => a - b);
  const cells = new Map(figures.cells.map((cell) => [`${cell.weekday}-${cell.hour}`, cell]));
  const at = (weekday: number, hour: number) => cells.get(`${weekday}-${hour}`);
  const [first] = figures.cells;
  const [current, setCurrent] = useState(first === undefined ? '' : `${first.weekday}-${first.hour}`);
  const tabStop = cells.has(current) ? current : first === undefined ? '' : `${first.weekday}-${first.hour}`;

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    // With one of these keys it is a key of the browser, such as Alt and the left arrow to go back.
    if (hasModifier(event)) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const step = steps[event.key];
    const cell = event.target instanceof Element ? event.target.closest('td') : null;
    if (step === undefined || cell === null) return;
    event.preventDefault();
    // The arrows skip hours at which the venue is not open.
    let row = (cell.parentElement as HTMLTableRowElement).rowIndex;
    let column = cell.cellIndex;
    for (;;) {
      row += step[0];
      column += step[1];
      const next = table.current?.rows[row]?.cells[column];
      if (next === undefined) return;
      const button = next.querySelector('button');
      if (button !== null) {
        button.focus();
        return;
      }
    }
  }

  const isPrime = (hour: number) => hour >= figures.prime_from_hour && hour < figures.prime_until_hour;
  const cellOf = (weekday: number, hour: number) => (
    <HourCell
      key={`${weekday}-${hour}`}
      cell={at(weekday, hour)}
      day={weekdayName(weekday)}
      hour={hour}
      isPrime={isPrime(hour)}
      isTabStop={tabStop === `${weekday}-${hour}`}
      onFocus={() => setCurrent(`${weekday}-${hour}`)}
      onOpen={() => onOpen(weekday, hour)}
    />
  );
  const dayShare = (weekday: number) => percentText(figures.days[weekday]?.tenths ?? null);
  const head = 'px-1 py-1.5 text-[.78125rem] font-semibold text-quiet whitespace-nowrap';
  return (
    <div className="rounded-xl border border-line bg-card p-2 min-[48rem]:p-3">
      {/* The keys only move the focus among its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={table}
        onKeyDown={onKeyDown}
        className="figures w-full table-fixed border-separate border-spacing-[3px]"
      >
        <caption className="sr-only">{reportsTexts.heatMap}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-12">
              <span className="sr-only">{isPhone ? reportsTexts.hour : reportsTexts.weekday}</span>
            </th>
            {isPhone
              ? WEEKDAYS.map((weekday) => (
                  <th key={weekday} scope="col" className={head}>
                    {weekdayName(weekday)}
                  </th>
                ))
              : hours.map((hour, n) => (
                  <th key={hour} scope="col" className={head}>
                    <span aria-hidden="true">
                      {n === 0 || hour === 12 ? hourText(hour * 60) : ((hour + 11) % 12) + 1}
                    </span>
                    <span className="sr-only">{hourText(hour * 60)}</span>
                  </th>
                ))}
            {!isPhone && (
              <th scope="col" className={`${head} w-14 text-right text-ink`}>
                {reportsTexts.wholeDay}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {isPhone
            ? hours.map((hour) => (
                <tr key={hour}>
                  <th scope="row" className="pr-1 text-left text-[.75rem] font-semibold whitespace-nowrap text-quiet">
                    {hourText(hour * 60)}
                  </th>
                  {WEEKDAYS.map((weekday) => cellOf(weekday, hour))}
                </tr>
              ))
            : WEEKDAYS.map((weekday) => (
                <tr key={weekday}>
                  <th scope="row" className="display pl-1 text-left text-[1.0625rem]">
                    {weekdayName(weekday)}
                  </th>
                  {hours.map((hour) => cellOf(weekday, hour))}
                  <td className="pr-1 text-right text-small font-bold">{dayShare(weekday)}</td>
                </tr>
              ))}
        </tbody>
        {isPhone && (
          <tfoot>
            <tr>
              <th scope="row" className="text-left text-[.75rem] font-bold">
                {reportsTexts.wholeDay}
              </th>
              {WEEKDAYS.map((weekday) => (
                <td key={weekday} className="py-1 text-center text-[.75rem] font-bold whitespace-nowrap">
                  {dayShare(weekday).replace(' %', '')}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function HourCell({
  cell,
  day,
  hour,
  isPrime,
  isTabStop,
  onFocus,
  onOpen,
}: {
  cell: Cell | undefined;
  day: string;
  hour: number;
  isPrime: boolean;
  isTabStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
}) {
  if (cell === undefined || cell.sold.tenths === null) {
    return (
      <td className="rounded-[8px] bg-raised text-center text-quiet">
        <span aria-hidden="true">·</span>
        <span className="sr-only">{reportsTexts.notOpen}</span>
      </td>
    );
  }
  const { tenths, whole } = cell.sold;
  const step = Math.min(HEAT_STEPS - 1, Math.floor((tenths * HEAT_STEPS) / 1_000));
  const trend = { up: `, ${reportsTexts.cellUp}`, down: `, ${reportsTexts.cellDown}`, same: '' }[cell.trend];
  return (
    <td className="p-0">
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onClick={onOpen}
        className={`heat-${step} relative grid min-h-11 w-full place-items-center rounded-[8px] text-[.9375rem] font-semibold ${isPrime ? 'heat-prime' : ''}`}
      >
        <span aria-hidden="true">{Math.round(tenths / 10)}</span>
        {cell.trend !== 'same' && (
          <span
            aria-hidden="true"
            className="absolute right-0.5 text-[.5625rem] leading-none data-[trend=down]:bottom-1 data-[trend=up]:top-1"
            data-trend={cell.trend}
          >
            {cell.trend === 'up' ? '▲' : '▼'}
          </span>
        )}
        <span className="sr-only">
          {reportsTexts.cell(day, hourText(hour * 60), percentText(tenths), whole / 60, hoursText(whole)) + trend}
        </span>
      </button>
    </td>
  );
}

/** Explains what lightness, frame and triangles mean. */
export function HeatLegend({ figures }: { figures: Occupancy }) {
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2 text-tiny text-quiet">
      <span className="flex items-center gap-2">
        {reportsTexts.none}
        <span aria-hidden="true" className="flex overflow-hidden rounded-full">
          {Array.from({ length: HEAT_STEPS }, (_, step) => (
            <span key={step} className={`heat-${step} h-3 w-4`} />
          ))}
        </span>
        {reportsTexts.all}
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden="true" className="heat-prime size-4 rounded-[5px]" />
        {reportsTexts.prime}
      </span>
      {figures.sold.before_tenths !== null && (
        <>
          <span>{`▲ ${reportsTexts.tenUp}`}</span>
          <span>{`▼ ${reportsTexts.tenDown}`}</span>
        </>
      )}
    </div>
  );
}
