/** As the `ref` of what appears: gives it the focus when it comes. */
export function focusOnce(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
}

/** As the `ref` of what appears in place of the focused element: takes the focus that was lost with it. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus({ preventScroll: true });
}
