import { useId } from 'react';
import type { Difference } from './figure-text';

export interface HeadFigure {
  label: string;
  value: string;
  /** The difference from the period before. */
  difference?: Difference | null;
  /** Whether a higher figure is worse. */
  moreIsWorse?: boolean;
  /** Whether a higher figure is neither better nor worse. */
  isNeutral?: boolean;
  /** Lists what is behind the figure. */
  onOpen?: () => void;
}

/** Shows the figures at the head of a report; each with `onOpen` is a button. */
export function HeadFigures({ label, figures }: { label: string; figures: HeadFigure[] }) {
  const id = useId();
  return (
    <dl aria-label={label} className="mb-4 flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line">
      {figures.map((figure, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- its label changes with the data
          key={at}
          className="relative grid flex-1 basis-[45%] content-start gap-1.5 bg-card lg:basis-0 px-4 py-3.5 focus-within:focus-ring"
        >
          <dt id={`${id}-${at}`} className="text-small text-quiet">
            {figure.label}
          </dt>
          <dd className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            {figure.onOpen === undefined ? (
              <span className="display figures text-h3">{figure.value}</span>
            ) : (
              <button
                type="button"
                onClick={figure.onOpen}
                // A screen reader that goes from button to button does not read the term.
                aria-describedby={`${id}-${at}`}
                className="display figures text-h3 outline-none after:absolute after:inset-0 hover:underline"
              >
                {figure.value}
              </button>
            )}
            {figure.difference && <DifferenceText {...figure} difference={figure.difference} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a difference, "+6 points": green if it is better, red if it is worse, with its sign. */
export function DifferenceText({
  difference,
  moreIsWorse = false,
  isNeutral = false,
}: {
  difference: Difference;
  moreIsWorse?: boolean;
  isNeutral?: boolean;
}) {
  const good = difference.sign * (moreIsWorse ? -1 : 1);
  const tone = isNeutral || good === 0 ? 'text-quiet' : good > 0 ? 'text-good' : 'text-bad';
  return (
    <span className={`figures text-small font-bold whitespace-nowrap ${tone}`}>
      <span aria-hidden="true">{difference.text}</span>
      <span className="sr-only">{difference.spoken}</span>
    </span>
  );
}
