import { useEffect, useEffectEvent, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { FieldNotes } from './Field';
import { uiTexts } from './texts';

export interface CodeBoxesProps {
  /** Names the group: "Code from the SMS". */
  label: string;
  length?: number;
  /** The joined digits after each change; shorter than `length` while boxes are empty. */
  onChange?: (code: string) => void;
  /** Called when every box is filled. */
  onComplete?: (code: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  /**
   * A code that the browser delivered (WebOTP), as the initial value. Give a new `key` with it; neither `onChange` nor `onComplete` is
   * called for it.
   */
  initial?: string;
  /** Names one box: digitLabel(1, 6) → "Digit 1 of 6". */
  digitLabel?: (position: number, length: number) => string;
}

/**
 * A row of single-digit boxes (spec §5): typing moves on, Backspace in an empty box moves back, a pasted or autofilled
 * code fills the boxes. To empty it, give it a new `key`.
 */
export function CodeBoxes({
  label,
  length = 6,
  onChange,
  onComplete,
  error,
  disabled = false,
  autoFocus = false,
  initial = '',
  digitLabel = uiTexts.digit,
}: CodeBoxesProps) {
  const id = useId();
  const [digits, setDigits] = useState<readonly string[]>(() => Array.from({ length }, (_, at) => initial.charAt(at)));
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  const filled = digits.join('').length;
  const focusNext = useEffectEvent(() => boxes.current[Math.min(filled, length - 1)]?.focus());
  // Boxes that are disabled during a check lose the focus and can take it only once they are enabled again.
  useEffect(() => {
    if (autoFocus && !disabled) focusNext();
  }, [autoFocus, disabled]);

  function write(next: readonly string[], focus: number) {
    setDigits(next);
    const code = next.join('');
    onChange?.(code);
    const box = boxes.current[Math.min(focus, length - 1)];
    box?.focus();
    box?.select();
    if (code.length === length) onComplete?.(code);
  }

  /** Fills typed, pasted or autofilled digits in, starting at a box. */
  function spread(from: number, typed: string) {
    const fresh = typed.replaceAll(/\D/g, '');
    if (fresh === '') return;
    // A whole code replaces everything, whichever box has the focus.
    const start = fresh.length >= length ? 0 : from;
    const next = [...digits];
    const used = fresh.slice(0, length - start);
    for (const [offset, digit] of used.split('').entries()) next[start + offset] = digit;
    write(next, start + used.length);
  }

  function onInput(at: number, typed: string) {
    if (typed === '') {
      write(digits.with(at, ''), at);
      return;
    }
    // A second digit typed into a filled box replaces it; more than two came from autofill.
    const old = digits[at] ?? '';
    const fresh = typed.length === 2 && old !== '' ? typed.replace(old, '') : typed;
    spread(at, fresh);
  }

  function onKeyDown(at: number, event: KeyboardEvent<HTMLInputElement>) {
    // With one of these keys an arrow is a key of the browser, such as Alt and the left arrow to go back.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Backspace' && digits[at] === '' && at > 0) {
      event.preventDefault();
      write(digits.with(at - 1, ''), at - 1);
    } else if (event.key === 'ArrowLeft' && isPlain && at > 0) {
      event.preventDefault();
      boxes.current[at - 1]?.focus();
    } else if (event.key === 'ArrowRight' && isPlain && at < length - 1) {
      event.preventDefault();
      boxes.current[at + 1]?.focus();
    }
  }

  function onPaste(at: number, event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    spread(at, event.clipboardData.getData('text'));
  }

  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-small font-semibold">{label}</legend>
      <div className="grid max-w-96 auto-cols-fr grid-flow-col gap-1.5 sm:gap-2.5">
        {digits.map((digit, at) => (
          <input
            // oxlint-disable-next-line react/no-array-index-key -- a box is its position
            key={at}
            ref={(box) => {
              boxes.current[at] = box;
            }}
            value={digit}
            onChange={(event) => onInput(at, event.target.value)}
            onKeyDown={(event) => onKeyDown(at, event)}
            onPaste={(event) => onPaste(at, event)}
            onFocus={(event) => event.target.select()}
            inputMode="numeric"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={digitLabel(at + 1, length)}
            aria-invalid={error ? true : undefined}
            className={`display figures aspect-[4/5] max-h-16 w-full min-w-0 rounded-md border-[1.5px] bg-card text-center text-h3 disabled:bg-raised ${
              error ? 'border-bad focus:halo-bad' : 'border-edge focus:border-focus focus:halo'
            }`}
          />
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
