/**
 * If the focused element inside `root` is removed and no other element takes the focus, moves it to the nearest
 * ancestor with `tabindex="-1"`, to the heading of the dialog it was in, or else to `root`: without the focus no key of
 * the screen works. Returns a function that stops this. Does nothing for null, so that it can be a `ref`.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  let last: Node | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Node ? target : null;
  };
  const observer = new MutationObserver((changes) => {
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
    if (last === null || last.isConnected || change === undefined) return;
    last = null;
    // First the element that replaces the removed one may take the focus.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const around =
        change.target instanceof Element ? change.target.closest<HTMLElement>('[tabindex="-1"], dialog') : null;
      // All around an open dialog is inert, so only a part of the dialog can take the focus.
      const part = around?.matches('dialog') ? around.querySelector<HTMLElement>('[tabindex="-1"]') : around;
      (part && root.contains(part) ? part : root).focus({ preventScroll: true });
    });
  });
  root.addEventListener('focusin', onFocus);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
