import { useState } from 'react';
import { rupees } from '@/lib/money';
import { SlotGrid, TimeCard } from '@/ui/TimeCard';
import { timeDateTexts } from '../texts';
import { type Period, type PeriodSlots, periodToOpen, type SlotCell } from './day-slots';

/** So many courts or fewer are worth a word. */
const FEW = 3;

export interface PeriodCardsProps {
  periods: readonly PeriodSlots[];
  chosen: string | undefined;
  /** The hour that was wanted and cannot be had: what is open lies around it. */
  near: string | undefined;
  /** Hours that somebody has just filled or freed. */
  changed: ReadonlySet<string | number>;
  onChoose: (time: string) => void;
  /** Large screens have room for all three. */
  allOpen: boolean;
}

/** Morning, afternoon and evening; each opens to its hours. */
export function PeriodCards({ periods, chosen, near, changed, onChoose, allOpen }: PeriodCardsProps) {
  const [toggled, setToggled] = useState<Partial<Record<Period, boolean>>>({});
  const first = periodToOpen(periods, chosen ?? near);
  return (
    <div className="grid grid-cols-1 gap-3">
      {periods.map((p) => {
        const nothing = p.freeHours === 0;
        const open = !nothing && (toggled[p.period] ?? (allOpen || p.period === first));
        const name = timeDateTexts.period[p.period];
        return (
          <TimeCard
            key={p.period}
            title={name}
            hint={`${timeDateTexts.periodHours[p.period]} · ${noteOf(p)}`}
            price={rupees(p.price)}
            open={open}
            disabled={nothing}
            chosen={p.cells.some((cell) => cell.time === chosen)}
            onToggle={() => setToggled((now) => ({ ...now, [p.period]: !open }))}
          >
            <SlotGrid
              label={name}
              slots={p.cells.map((cell) => ({
                time: cell.time,
                note: cellNote(cell),
                spoken: `${cell.time}, ${cellNote(cell)}`,
                disabled: cell.state !== 'free',
                changed: changed.has(cell.time),
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

function noteOf(p: PeriodSlots): string {
  if (p.freeHours === 0) {
    if (p.openHours === 0) return timeDateTexts.state.closed;
    return p.cells.some((cell) => cell.state === 'full') ? timeDateTexts.state.full : timeDateTexts.state.past;
  }
  if (p.begun) return timeDateTexts.hoursLeft(p.freeHours);
  return p.freeHours === p.openHours ? timeDateTexts.allFree : timeDateTexts.hoursFree(p.freeHours);
}

function cellNote(cell: SlotCell): string {
  if (cell.state !== 'free') return timeDateTexts.state[cell.state];
  const price = rupees(cell.price);
  return cell.free !== null && cell.free <= FEW ? `${price} · ${timeDateTexts.courtsLeft(cell.free)}` : price;
}
