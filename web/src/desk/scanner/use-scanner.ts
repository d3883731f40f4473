import { useEffect, useEffectEvent } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { TEXT_FIELDS } from '@/desk/lib/text-fields';
import { SCANNER_GAP_MILLISECONDS, ScannerInput } from './scanner-input';

/** How long a key is held for the next one, in milliseconds: longer than a gap, because a busy page handles keys late. */
const HOLD_MILLISECONDS = SCANNER_GAP_MILLISECONDS + 30;

/**
 * Calls `onScan` with the text of a pass that a hand scanner types, whatever has the focus: no field and no shortcut gets
 * its keys. An `S` that a person types reaches the page some milliseconds after it was pressed. A list of the browser
 * (`select`) gets its keys at once, because it ignores a key that is dispatched later.
 */
export function useScanner(onScan: (text: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    const input = new ScannerInput();
    let timer = 0;
    let isReplaying = false;

    function settle({ text, keys }: { text: string | null; keys: readonly string[] }): void {
      if (text !== null) scanned(text);
      isReplaying = true;
      try {
        for (const key of keys) replay(key);
      } finally {
        isReplaying = false;
      }
    }
    function onKeyDown(event: KeyboardEvent): void {
      if (isReplaying || event.isComposing || event.key === 'Shift') return;
      clearTimeout(timer);
      if (hasModifier(event) || document.activeElement instanceof HTMLSelectElement) {
        settle(input.flush());
        return;
      }
      const { kind, former } = input.press(event.key, event.timeStamp);
      settle(former);
      if (kind !== 'other') {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (input.isHolding) timer = window.setTimeout(() => settle(input.flush()), HOLD_MILLISECONDS);
    }
    // In the capture phase, before the listeners of the elements.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
}

/** Does what a held key would have done: types it into the focused field, or presses it elsewhere. */
function replay(key: string): void {
  const target = document.activeElement ?? document.body;
  const isShifted = key !== key.toLowerCase();
  const event = new KeyboardEvent('keydown', { key, shiftKey: isShifted, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event) || !target.matches(TEXT_FIELDS)) return;
  const field = target as HTMLInputElement | HTMLTextAreaElement;
  if (field.readOnly) return;
  // Only this call keeps the field's own undo; the code below is for browsers without it.
  // oxlint-disable-next-line typescript/no-deprecated -- no other call types into a field as a person does
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, key)) return;
  // A field without a selection, such as that of a date, would throw.
  if (field.selectionStart === null) return;
  field.setRangeText(key, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end');
  field.dispatchEvent(new InputEvent('input', { data: key, inputType: 'insertText', bubbles: true }));
}
