import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { monthOf, dayForScreenReaders, weekdayOf } from '@/lib/dates';
import { scrollBehavior } from '@/lib/scroll-behavior';
import { DateStrip } from '@/ui/DateStrip';
import { IconButton } from '@/ui/IconButton';
import { timeDateTexts } from '../texts';
import { reasonDayClosed, type DaySlots } from './day-slots';

export interface DateRowProps {
  days: readonly (DaySlots & { date: { date: string; weekday: string; day: string } })[];
  selected: string | null;
  onSelect: (date: string) => void;
}

/** The dates on offer, today first; two arrows scroll the row with a mouse. */
export function DateRow({ days, selected, onSelect }: DateRowProps) {
  const row = useRef<HTMLDivElement>(null);

  function turn(direction: 1 | -1) {
    const strip = row.current?.querySelector('[role=group]');
    strip?.scrollBy({ left: direction * strip.clientWidth * 0.8, behavior: scrollBehavior() });
  }

  return (
    <section aria-label={timeDateTexts.dates}>
      <div className="mb-1 hidden items-end justify-between md:flex">
        <h2 className="display text-h4">{monthsOf(days.map((day) => day.date.date))}</h2>
        <span className="flex gap-2">
          <IconButton
            label={timeDateTexts.earlier}
            icon={<ChevronLeft aria-hidden="true" className="size-5" />}
            onClick={() => turn(-1)}
          />
          <IconButton
            label={timeDateTexts.later}
            icon={<ChevronRight aria-hidden="true" className="size-5" />}
            onClick={() => turn(1)}
          />
        </span>
      </div>
      <div ref={row} className="min-w-0">
        <DateStrip
          label={timeDateTexts.dates}
          selected={selected}
          onSelect={onSelect}
          days={days.map((day, at) => {
            const { date } = day.date;
            const closed = reasonDayClosed(day);
            const why = closed === null ? [] : [timeDateTexts.state[closed]];
            const today = at === 0 ? [timeDateTexts.today] : [];
            const month = at > 0 && day.date.day === '1' ? [monthOf(date)] : [];
            return {
              ...day.date,
              weekday: weekdayOf(date),
              notes: [...today, ...month, ...why],
              screenReaderText: [
                ...today,
                dayForScreenReaders(date),
                timeDateTexts.dayHours(day.slots.length),
                ...why,
              ].join(', '),
            };
          })}
        />
      </div>
    </section>
  );
}

function monthsOf(days: readonly string[]): string {
  return [...new Set(days.map((day) => monthOf(day)))].join(' – ');
}
