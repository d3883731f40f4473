import { hourText, minutesOfDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { SlotGrid, TimeCard } from '@/ui/TimeCard';
import { timeDateTexts } from '../texts';
import { reasonPeriodClosed, type Period, type PeriodSlots, type SlotCell } from './day-slots';

/** The number of free courts of an hour is shown ("3 left") if it is at most this. */
const FEW = 3;

export interface PeriodCardsProps {
  periods: readonly PeriodSlots[];
  chosen: string | undefined;
  /** The periods whose hours are shown. */
  open: ReadonlySet<Period>;
  onToggle: (period: Period, open: boolean) => void;
  /** Hours that have just been filled or freed. */
  changed: ReadonlySet<string | number>;
  onChoose: (time: string) => void;
}

/** Morning, afternoon and evening; each opens to its hours. */
export function PeriodCards({ periods, chosen, open, onToggle, changed, onChoose }: PeriodCardsProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {periods.map((p) => {
        const name = timeDateTexts.period[p.period];
        return (
          <TimeCard
            key={p.period}
            title={name}
            hint={`${hoursOf(p)} · ${noteOfPeriod(p)}`}
            price={priceOf(p)}
            open={open.has(p.period)}
            disabled={p.freeHours === 0}
            isChosen={p.cells.some((cell) => cell.time === chosen)}
            onToggle={() => onToggle(p.period, !open.has(p.period))}
          >
            <SlotGrid
              label={name}
              slots={p.cells.map((cell) => ({
                time: cell.time,
                note: noteOfCell(cell),
                more: fewLeft(cell),
                screenReaderText: `${cell.time}, ${[noteOfCell(cell), fewLeft(cell)].filter(Boolean).join(' · ')}`,
                disabled: cell.state !== 'free',
                isChanged: changed.has(cell.time),
              }))}
              selected={chosen ?? null}
              onSelect={onChoose}
            />
          </TimeCard>
        );
      })}
    </div>
  );
}

/** The first and the last start: "6 – 11 AM". A period is before noon or after it, so one AM or PM is enough. */
function hoursOf({ cells }: PeriodSlots): string {
  const hour = (cell: SlotCell | undefined) => hourText(minutesOfDay(cell?.time ?? '') ?? 0);
  return `${hour(cells[0]).slice(0, -3)} – ${hour(cells.at(-1))}`;
}

function noteOfPeriod(p: PeriodSlots): string {
  const closed = reasonPeriodClosed(p);
  if (closed !== null) return timeDateTexts.state[closed];
  if (p.hasBegun) return timeDateTexts.hoursLeft(p.freeHours);
  return p.freeHours === p.openHours ? timeDateTexts.allFree : timeDateTexts.hoursFree(p.freeHours);
}

/** The price from which the period is sold; none of one that is over, which would look like free of charge. */
function priceOf(p: PeriodSlots): string | null {
  if (reasonPeriodClosed(p) === 'past') return null;
  return p.hasHigherPrices ? timeDateTexts.priceFrom(rupees(p.price)) : rupees(p.price);
}

function noteOfCell(cell: SlotCell): string {
  if (cell.state !== 'free') return timeDateTexts.state[cell.state];
  return cell.varies ? timeDateTexts.priceFrom(rupees(cell.price)) : rupees(cell.price);
}

function fewLeft(cell: SlotCell): string | undefined {
  return cell.state === 'free' && cell.free !== null && cell.free <= FEW
    ? timeDateTexts.courtsLeft(cell.free)
    : undefined;
}
