/** Moves the focus to the first field with an error, or to the first `WrongPart`, whichever is higher in the form. */
export function focusFirstWrong(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong-part]')?.focus();
}
