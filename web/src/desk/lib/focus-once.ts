/** As the `ref` of what appears: gives it the focus when it comes. */
export function focusOnce(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
}
