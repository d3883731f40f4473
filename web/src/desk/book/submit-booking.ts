/** Names the form that books, as an attribute. */
export const bookForm = { 'data-book-form': '' };

/** Submits the form that books, if it is open inside `root`. */
export function submitBooking(root: HTMLElement | null): void {
  root?.querySelector<HTMLFormElement>('form[data-book-form]')?.requestSubmit();
}
