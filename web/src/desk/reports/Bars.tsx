import type { ReactNode } from 'react';

export interface Bar {
  key: string;
  label: string;
  /** The length of the bar, drawn from 0 to 1: less is drawn as 0. */
  share: number;
  /** The length of the bar in the period before, drawn like that one; null if there is nothing to compare. */
  before: number | null;
  value: string;
  /** The difference, beside the value. */
  more?: ReactNode;
  /** A note after the label. */
  note?: string;
  /** Lists what is behind the figure; null if there is no list. */
  onOpen: (() => void) | null;
}

/** Draws bars with their figures; a line in a bar marks the period before. */
export function Bars({ title, bars }: { title: string; bars: Bar[] }) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="mb-1 px-2 text-small font-bold text-quiet">{title}</h3>
      <ul className="grid gap-0.5">
        {bars.map(({ key, label, share, before, value, more, note, onOpen }) => (
          <li
            key={key}
            className="relative grid min-h-11 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 gap-y-1 rounded-md px-2 py-1.5 focus-within:focus-ring has-[button]:hover:bg-raised"
          >
            <span className="min-w-0 text-small font-semibold">
              {onOpen === null ? (
                label
              ) : (
                <button type="button" onClick={onOpen} className="text-left outline-none after:absolute after:inset-0">
                  {label}
                </button>
              )}
              {note !== undefined && <span className="figures ml-2 font-normal text-quiet">{note}</span>}
            </span>
            <span className="figures flex items-baseline gap-2.5 text-small font-bold">
              {value}
              {more}
            </span>
            <span aria-hidden="true" className="relative col-span-2 h-2.5 rounded-full bg-raised">
              <span
                className="absolute inset-y-0 left-0 rounded-full bg-court"
                style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
              />
              {before !== null && (
                <span
                  className="absolute -inset-y-1 w-0.5 bg-ink"
                  style={{ left: `calc(${Math.max(0, Math.min(1, before)) * 100}% - 1px)` }}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
