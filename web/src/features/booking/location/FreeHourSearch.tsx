import { ChevronDown, Search, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { addDays, dayAndMonth, dayForScreenReaders } from '@/lib/dates';
import { isPressedAgain } from '@/lib/pressed-again';
import { useBeforeHydration } from '@/lib/use-before-hydration';
import { Button } from '@/ui/Button';
import { freeHourTexts } from '../texts';
import { searchableHours, isEvening, type WantedHour, type VenueClock } from './wanted-hour';

export interface FreeHourSearchProps {
  clock: VenueClock;
  /** The days that can be chosen. */
  days: readonly string[];
  /** The hour that is searched for, or would be. */
  wanted: WantedHour;
  /** Whether the search is active. */
  isActive: boolean;
  /** The day's hours with their free courts; undefined until the server has returned them. */
  hours: readonly { time: string; free: number }[] | undefined;
  /** Ends when `wanted` is the searched hour, or when another search has begun. */
  onSearch: (wanted: WantedHour) => Promise<void>;
  onClear: () => void;
  /** The result. */
  children?: ReactNode;
}

/** Where a browser without a script sends the form. */
const ACTION = '/location';

/** The hour that is chosen in the form; undefined without a form. */
function hourIn(form: HTMLFormElement | null): WantedHour | undefined {
  if (form === null) return undefined;
  const data = new FormData(form);
  const [date, time] = [data.get('date'), data.get('time')];
  return typeof date === 'string' && typeof time === 'string' ? { date, time } : undefined;
}

/** "Which venue has a court tonight at 7:00 PM?": a form of one sentence, whose day and hour can be chosen. */
export function FreeHourSearch({
  clock,
  days,
  wanted: shown,
  isActive,
  hours,
  onSearch,
  onClear,
  children,
}: FreeHourSearchProps) {
  // The lists keep a choice while its search is loading: the other list may be changed meanwhile.
  const [chosen, setChosen] = useState<WantedHour>();
  const wanted = chosen ?? shown;
  async function search(next: WantedHour) {
    setChosen(next);
    try {
      await onSearch(next);
    } finally {
      setChosen((last) => (last === next ? undefined : last));
    }
  }
  const times = searchableHours(
    wanted,
    clock,
    hours?.map((hour) => hour.time),
  );
  const full = new Set(hours?.filter((hour) => hour.free === 0).map((hour) => hour.time));

  useBeforeHydration(
    () => hourIn(document.querySelector<HTMLFormElement>(`form[action="${ACTION}"]`)),
    (early) => {
      if (early.date !== wanted.date || early.time !== wanted.time) void search(early);
    },
  );
  const change = (form: HTMLFormElement | null) => void search(hourIn(form) ?? wanted);

  return (
    <search aria-label={freeHourTexts.name}>
      <form
        action={ACTION}
        onSubmit={(event) => {
          event.preventDefault();
          change(event.currentTarget);
        }}
        className="rounded-xl border border-line bg-card px-5 py-3.5"
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="display text-h4 md:text-h3">{freeHourTexts.before}</span>
          <Choice
            name="date"
            label={freeHourTexts.day}
            value={wanted.date}
            onChange={change}
            options={days.map((day) => ({ value: day, label: dayLabel(day, wanted.time, clock.today) }))}
          />
          {freeHourTexts.between !== '' && <span className="display text-h4 md:text-h3">{freeHourTexts.between}</span>}
          <Choice
            name="time"
            label={freeHourTexts.hour}
            value={wanted.time}
            onChange={change}
            options={times.map((time) => ({
              value: time,
              label: full.has(time) && time !== wanted.time ? freeHourTexts.fullHour(time) : time,
            }))}
          />
          <span className="display text-h4 md:text-h3">{freeHourTexts.after}</span>
          {/* The same element in both states, so that the focus stays on it. */}
          <Button
            type={isActive ? 'button' : 'submit'}
            variant={isActive ? 'ghost' : 'deep'}
            size="sm"
            icon={
              isActive ? (
                <X aria-hidden="true" className="size-4.5" />
              ) : (
                <Search aria-hidden="true" className="size-4.5" />
              )
            }
            onClick={(event) => {
              // The second of two quick taps must not undo the first.
              if (isPressedAgain(event)) event.preventDefault();
              else if (isActive) onClear();
            }}
            className="ml-auto"
          >
            {isActive ? freeHourTexts.clear : freeHourTexts.search}
          </Button>
        </div>
        {isActive && <div className="mt-2.5">{children}</div>}
      </form>
    </search>
  );
}

/** Today is "tonight" for an evening hour; the next day is "tomorrow". */
function dayLabel(day: string, time: string, today: string): string {
  if (day === today) return isEvening(time) ? freeHourTexts.tonight : freeHourTexts.today;
  return day === addDays(today, 1) ? freeHourTexts.tomorrow : dayAndMonth(day);
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  /** Gets the form, which has this choice and the other one. */
  onChange: (form: HTMLFormElement | null) => void;
  options: readonly { value: string; label: string }[];
}

/** A word of the sentence that can be chosen: a native select, drawn as an underlined word. */
function Choice({ name, label, value, onChange, options }: ChoiceProps) {
  return (
    <span className="relative inline-flex items-center">
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.form)}
        className="display min-h-11 field-sizing-content max-w-full cursor-pointer appearance-none border-0 border-b-[3px] border-ball-seam bg-transparent pr-6.5 pl-0.5 text-h4 text-ink hover:border-ink md:text-h3"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-card font-sans text-body text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-0.5 size-5 text-quiet" />
    </span>
  );
}

/** The hour for screen readers: "Sunday, 22 November at 7:00 PM". */
export function hourForScreenReaders({ date, time }: WantedHour): string {
  return freeHourTexts.hourLabel(dayForScreenReaders(date), time);
}
