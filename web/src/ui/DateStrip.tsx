import { useEffect, useRef, type KeyboardEvent } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { scrollBehavior } from '@/lib/scroll-behavior';

export interface DateCard {
  /** YYYY-MM-DD. */
  date: string;
  /** "Sat". */
  weekday: string;
  /** "21". */
  day: string;
  /** Labels under the number: "today", "Dec" where a month begins, "full". */
  notes?: readonly string[];
  disabled?: boolean;
  /** Read aloud instead of the parts: "Sunday, 22 November". */
  screenReaderText?: string;
}

export interface DateStripProps {
  label: string;
  days: readonly DateCard[];
  selected: string | null;
  onSelect: (date: string) => void;
}

/** The row of dates: one tab stop, arrow keys move the focus, the chosen one is scrolled into view. */
export function DateStrip({ label, days, selected, onSelect }: DateStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLButtonElement>(null);
  const stop = days.find((d) => d.date === selected) ?? days.find((d) => !d.disabled);

  useEffect(() => {
    const card = chosen.current;
    const row = strip.current;
    if (!card || !row) return;
    // scrollIntoView would also scroll the page. The offset of a card counts from the row, which is positioned.
    const left = card.offsetLeft - (row.clientWidth - card.clientWidth) / 2;
    row.scrollTo({ left, behavior: scrollBehavior() });
  }, [selected]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // With one of these keys it is a key of the browser, such as Alt and the left arrow to go back.
    if (hasModifier(event)) return;
    const cards = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
    const at = cards.findIndex((card) => card === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    cards[Math.max(0, Math.min(cards.length - 1, to))]?.focus();
  }

  return (
    // The keys only add to what Tab and Enter do on the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={strip}
      role="group"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="scrollbar-none relative -mx-5 flex scroll-px-5 [scroll-snap-type:x_proximity] gap-2.25 overflow-x-auto px-5 py-2 md:-mx-2 md:px-2"
    >
      {days.map((day) => {
        const on = day.date === selected;
        return (
          <button
            key={day.date}
            ref={on ? chosen : undefined}
            type="button"
            aria-pressed={on}
            disabled={day.disabled}
            tabIndex={day.date === stop?.date ? 0 : -1}
            onClick={() => onSelect(day.date)}
            className={`relative grid min-h-22 w-15 shrink-0 snap-start content-center justify-items-center gap-0.5 rounded-lg border-[1.5px] border-line bg-card transition-colors duration-150 hover:border-edge disabled:border-dashed disabled:bg-transparent disabled:text-quiet aria-pressed:border-ball aria-pressed:bg-ball aria-pressed:text-ball-ink ${(day.notes?.length ?? 0) > 1 ? 'pb-5' : ''}`}
          >
            <span className="sr-only">
              {day.screenReaderText ?? [`${day.weekday} ${day.day}`, ...(day.notes ?? [])].join(', ')}
            </span>
            <span aria-hidden="true" className="text-tiny font-semibold opacity-80">
              {day.weekday}
            </span>
            <span aria-hidden="true" className="display figures text-[1.8125rem] leading-none">
              {day.day}
            </span>
            {/* At the lower edge and outside the layout, so that weekdays and numbers of all days are on one line. */}
            <span
              aria-hidden="true"
              className="absolute inset-x-0 bottom-1.5 grid text-[.6875rem] leading-none font-semibold opacity-80"
            >
              {day.notes?.map((note) => (
                <span key={note}>{note}</span>
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
}
