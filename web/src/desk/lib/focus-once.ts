/** As the `ref` of an element: focuses it when it is mounted. */
export function focusOnce(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
}

/** As the `ref` of an element that replaces the focused one: focuses it if no other element has the focus. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus({ preventScroll: true });
}

/** Whether the focus is in `part` or on no element; false if the part is gone already (null). */
export function holdsFocus(part: HTMLElement | null): boolean {
  const { activeElement } = document;
  return part !== null && (activeElement === document.body || part.contains(activeElement));
}
