import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { addDays, chipDay, dayForScreenReaders } from '@/lib/dates';
import { IconButton } from '@/ui/IconButton';
import { dayTexts } from '@/desk/day/texts';
import { useShortcutName } from '@/desk/lib/single-keys';
import { useAfterFirstFrame } from '@/desk/lib/use-after-first-frame';
import { deskLayoutTexts } from './texts';

export interface DaySwitchProps {
  day: string;
  today: string;
  /**
   * Shows the day that `to` returns for the day of the newest address. That may not be rendered yet, and each of several quick
   * presses counts.
   */
  onDay: (to: (newest: string) => string) => void;
}

/** Goes to the day before or after, or to any other in the browser's calendar. */
export function DaySwitch({ day, today, onDay }: DaySwitchProps) {
  const shortcut = useShortcutName();
  const field = useRef<HTMLInputElement>(null);
  // A field for a date is slow to create, and this one is only there to open the browser's calendar.
  const hasField = useAfterFirstFrame();
  return (
    <div className="flex h-11 shrink-0 items-center rounded-md border border-line bg-card">
      <IconButton
        label={dayTexts.before}
        aria-keyshortcuts={shortcut('[')}
        variant="ghost"
        icon={<ChevronLeft aria-hidden="true" className="size-4.5" />}
        onClick={() => onDay((newest) => addDays(newest, -1))}
      />
      <span className="relative">
        <button
          type="button"
          onClick={() => field.current?.showPicker()}
          className="min-h-11 min-w-24 px-1 font-bold whitespace-nowrap"
        >
          <span className="sr-only">{`${deskLayoutTexts.pickDay}: ${dayForScreenReaders(day)}`}</span>
          <span aria-hidden="true">
            {day === today && <span className="max-lg:hidden">{`${deskLayoutTexts.today}, `}</span>}
            {chipDay(day)}
          </span>
        </button>
        {hasField && (
          <input
            ref={field}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={day}
            onChange={({ target: { value } }) => {
              if (value !== '') onDay(() => value);
            }}
            className="pointer-events-none absolute inset-0 -z-10 opacity-0"
          />
        )}
      </span>
      <IconButton
        label={dayTexts.after}
        aria-keyshortcuts={shortcut(']')}
        variant="ghost"
        icon={<ChevronRight aria-hidden="true" className="size-4.5" />}
        onClick={() => onDay((newest) => addDays(newest, 1))}
      />
    </div>
  );
}
