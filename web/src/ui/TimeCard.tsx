import { useId, type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { useDisabledAfterFocus } from '@/lib/use-disabled-after-focus';

export interface TimeCardProps {
  /** "Morning". */
  title: string;
  /** "6 – 11 AM · 4 hours free". */
  hint: ReactNode;
  price: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** There is no free hour in this period. */
  disabled?: boolean;
  /** The chosen hour is in this period. */
  isChosen?: boolean;
  children?: ReactNode;
}

/** One period of the day; it opens to its hours. */
export function TimeCard({
  title,
  hint,
  price,
  open,
  onToggle,
  disabled = false,
  isChosen = false,
  children,
}: TimeCardProps) {
  const id = useId();
  const disabledAttributes = useDisabledAfterFocus(disabled);
  return (
    <section
      className={`rounded-xl bg-card transition-colors duration-150 ${
        isChosen
          ? '-outline-offset-2 [outline:2px_solid_var(--color-solid)]'
          : '-outline-offset-[1.5px] [outline:1.5px_solid_var(--color-line)]'
      } ${disabled ? 'opacity-75' : ''}`}
    >
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-hours`}
          {...disabledAttributes}
          onClick={() => {
            if (!disabled) onToggle();
          }}
          className="flex w-full items-center justify-between gap-4 rounded-xl px-4.5 py-4 text-left"
        >
          <span className="grid gap-1">
            <span className="display text-[1.625rem] leading-none">{title}</span>
            <span className="text-[.84375rem] leading-snug font-medium text-quiet">{hint}</span>
          </span>
          <span className="flex items-center gap-3">
            <span className="figures text-lead font-bold whitespace-nowrap">{price}</span>
            <ChevronDown
              aria-hidden="true"
              className={`size-5 shrink-0 text-quiet transition-transform duration-150 ${open ? 'rotate-180' : ''}`}
            />
          </span>
        </button>
      </h2>
      <div id={`${id}-hours`} hidden={!open} className="px-3.5 pb-3.5 sm:px-4.5 sm:pb-4.5">
        {children}
      </div>
    </section>
  );
}

export interface SlotCell {
  /** "7:00 PM". */
  time: string;
  /** "₹800", or the reason: "full", "too late", "past", "closed". */
  note: ReactNode;
  /** "2 left", on a separate line. */
  more?: string | undefined;
  disabled?: boolean;
  /** It has just been filled or freed: a ring animation runs once. */
  isChanged?: boolean;
  /** Read aloud instead of `time`, `note` and `more`. */
  screenReaderText?: string;
}

export interface SlotGridProps {
  label: string;
  slots: readonly SlotCell[];
  selected: string | null;
  onSelect: (time: string) => void;
}

/** The hours of a period. */
export function SlotGrid({ label, slots, selected, onSelect }: SlotGridProps) {
  return (
    <div role="group" aria-label={label} className="grid grid-cols-2 gap-2 min-[22rem]:grid-cols-3 xl:grid-cols-6">
      {slots.map((slot) => (
        <SlotButton key={slot.time} slot={slot} isSelected={slot.time === selected} onSelect={onSelect} />
      ))}
    </div>
  );
}

function SlotButton({
  slot,
  isSelected,
  onSelect,
}: {
  slot: SlotCell;
  isSelected: boolean;
  onSelect: (time: string) => void;
}) {
  const isDisabled = slot.disabled === true;
  const disabledAttributes = useDisabledAfterFocus(isDisabled);
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      {...disabledAttributes}
      onClick={() => {
        if (!isDisabled) onSelect(slot.time);
      }}
      className={`figures grid min-h-18 content-center gap-px rounded-md border-[1.5px] border-line bg-card px-1 py-2 text-center transition-colors duration-150 hover:border-edge aria-disabled:border-dashed aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-quiet aria-pressed:border-solid aria-pressed:bg-solid aria-pressed:text-on-solid ${slot.isChanged ? 'animate-changed' : ''}`}
    >
      {slot.screenReaderText !== undefined && <span className="sr-only">{slot.screenReaderText}</span>}
      <span aria-hidden={slot.screenReaderText !== undefined} className="text-[.96875rem] leading-tight font-bold">
        {slot.time}
      </span>
      <span
        aria-hidden={slot.screenReaderText !== undefined}
        className="text-[.71875rem] leading-tight font-medium tracking-tight opacity-85 sm:text-tiny sm:tracking-normal"
      >
        {slot.note}
        {slot.more !== undefined && <span className="block">{slot.more}</span>}
      </span>
    </button>
  );
}
