import { useEffect, useEffectEvent, type RefObject } from 'react';
import { areSingleKeysOn } from '@/desk/lib/single-keys';

/** Selects the controls of a form, which take digits themselves. */
const FORM_CONTROLS = 'input, select, textarea';

/**
 * Calls `onAct` for each tap, input and key inside `panel` except Escape, and `onEscape` for Escape in one of its
 * fields. A digit that is typed elsewhere on the board goes to `field`, unless single keys are switched off. Does nothing
 * while `panel` is null.
 */
export function usePanelActivity(
  panel: HTMLElement | null,
  { field, onAct, onEscape }: { field: RefObject<HTMLElement | null>; onAct: () => void; onEscape: () => void },
): void {
  const act = useEffectEvent(onAct);
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const board = panel?.closest<HTMLElement>('[data-board]');
    if (!panel || !board) return;
    const isInControl = (target: EventTarget | null) =>
      target instanceof Element && target.closest(FORM_CONTROLS) !== null;
    const onPanelKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') act();
      // The board ignores keys that are typed in a field, so Escape is handled here.
      if (event.key !== 'Escape' || event.isComposing || !isInControl(event.target)) return;
      event.preventDefault();
      escape();
    };
    const onBoardKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (areSingleKeysOn() && /^\d$/.test(key) && !ctrlKey && !metaKey && !altKey && !isInControl(target))
        field.current?.focus();
    };
    const onOther = () => act();
    panel.addEventListener('keydown', onPanelKey);
    panel.addEventListener('input', onOther);
    panel.addEventListener('click', onOther);
    board.addEventListener('keydown', onBoardKey);
    return () => {
      panel.removeEventListener('keydown', onPanelKey);
      panel.removeEventListener('input', onOther);
      panel.removeEventListener('click', onOther);
      board.removeEventListener('keydown', onBoardKey);
    };
  }, [panel, field]);
}
