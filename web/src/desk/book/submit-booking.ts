/** Names the form that books, as an attribute. */
export const bookForm = { 'data-book-form': '' };

/** Presses the button of the form that books, if it is open inside `root`: the board's Enter does what the panel's does. */
export function submitBooking(root: HTMLElement | null): void {
  root?.querySelector<HTMLFormElement>('form[data-book-form]')?.requestSubmit();
}
