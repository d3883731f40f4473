/**
 * If the focused element inside `root` is removed or disabled and no other element takes the focus, moves it to the
 * nearest ancestor with `tabindex="-1"`, to the first such part of the dialog it was in, or else to `root`: without
 * the focus, or with it on a disabled button, no key of the screen works. Returns a function that stops this. Does
 * nothing for null, so that it can be a `ref`.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  let last: Element | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  const observer = new MutationObserver((changes) => {
    const lost = last;
    const change = changes.find((one) => lost !== null && losesFocus(one, lost));
    if (lost === null || change === undefined) return;
    // First the element that replaces the lost one may take the focus.
    setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement !== body && activeElement !== lost) return;
      if (change.type === 'attributes' && !isDisabled(lost)) return;
      const near = lost.isConnected ? lost.parentElement : change.target;
      const around = near instanceof Element ? near.closest<HTMLElement>('[tabindex="-1"], dialog') : null;
      // All around an open dialog is inert, so only a part of the dialog can take the focus.
      const part = around?.matches('dialog') ? around.querySelector<HTMLElement>('[tabindex="-1"]') : around;
      (part && root.contains(part) ? part : root).focus({ preventScroll: true });
    });
  });
  root.addEventListener('focusin', onFocus);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    root.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

/** Whether the change has removed or disabled the element that had the focus, by itself or with its fieldset. */
function losesFocus({ type, target, removedNodes }: MutationRecord, last: Element): boolean {
  if (type === 'attributes') return target.contains(last) && isDisabled(last);
  return !last.isConnected && [...removedNodes].some((node) => node.contains(last));
}

const isDisabled = (element: Element) => element.matches(':disabled');
