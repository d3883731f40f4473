import { useId, useRef, type KeyboardEvent } from 'react';
import { rupees } from '@/lib/money';
import { digitsOf, NOTES, rupeesOf, totalOf, type Note, type TypedCount } from './cash-count';
import { takeMoneyTexts } from './texts';

/** The tints of the theme that are nearest to the colours of the notes. */
const NOTE_TINTS: Record<Note, string> = {
  500: 'bg-raised',
  200: 'bg-warn-tint text-warn',
  100: 'bg-note-tint text-note',
  50: 'bg-note-tint text-note',
  20: 'bg-good-tint text-good',
  10: 'bg-bad-tint text-bad',
};

const LINES = [...NOTES, 'coins'] as const;

/** The fields of a count with their running sum. Enter goes on to the next one; on the last one it submits the form. */
export function CountFields({
  typed,
  onTyped,
  readOnly = false,
}: {
  typed: TypedCount;
  onTyped: (typed: TypedCount) => void;
  /** Whether the fields change nothing; they keep the focus. */
  readOnly?: boolean;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function goOn(event: KeyboardEvent<HTMLInputElement>, line: (typeof LINES)[number]) {
    if (event.key !== 'Enter' || line === 'coins') return;
    event.preventDefault();
    const next = LINES[LINES.indexOf(line) + 1];
    list.current?.querySelector<HTMLInputElement>(`[data-line="${next}"]`)?.focus();
  }

  return (
    <div ref={list} className="grid">
      {LINES.map((line) => (
        <div key={line} className="figures flex min-h-13 items-center gap-3 border-b border-line">
          <label htmlFor={`${id}-${line}`} className="sr-only">
            {line === 'coins' ? takeMoneyTexts.coins : takeMoneyTexts.note(rupees(line))}
          </label>
          <span aria-hidden="true" className="flex w-15 shrink-0 items-center">
            <span
              className={`display grid place-items-center text-lead leading-none ${
                line === 'coins'
                  ? 'size-8 rounded-full border-2 border-edge'
                  : `h-8 w-full rounded-sm border border-line ${NOTE_TINTS[line]}`
              }`}
            >
              {line === 'coins' ? '₹' : line}
            </span>
          </span>
          <span aria-hidden="true" className="w-3 text-quiet">
            {line === 'coins' ? '' : '×'}
          </span>
          <input
            id={`${id}-${line}`}
            data-line={line}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint={line === 'coins' ? 'done' : 'next'}
            placeholder="0"
            readOnly={readOnly}
            value={typed[line]}
            onChange={(event) => onTyped({ ...typed, [line]: digitsOf(event.target.value) })}
            onKeyDown={(event) => goOn(event, line)}
            className="min-h-11 w-24 rounded-md border-[1.5px] border-edge bg-card px-3 text-right text-lead font-bold text-ink placeholder:text-quiet focus:border-focus focus:halo"
          />
          <span aria-hidden="true" className="min-w-0 flex-1 text-right font-semibold">
            {rupees(rupeesOf(typed, line))}
          </span>
        </div>
      ))}
      <p className="figures flex items-end justify-between gap-3 pt-3.5 font-bold">
        {takeMoneyTexts.counted}
        <output aria-live="polite" className="display text-[2.5rem] leading-none">
          {rupees(totalOf(typed))}
        </output>
      </p>
    </div>
  );
}
