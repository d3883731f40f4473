/** As the `ref` of what appears: gives it the focus when it comes. */
export function focusOnce(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
}

/** As the `ref` of an element that replaces the focused one: focuses it if nothing has the focus now. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus({ preventScroll: true });
}
