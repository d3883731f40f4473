/**
 * Presses the button on the screen that names this key in its `aria-keyshortcuts`, and returns whether there is one. So
 * a key works exactly as long as its button is there, and not in a panel that is being closed. Of several buttons it presses
 * the last, and leaves out those with `aria-disabled`. One of these for Escape, or one that is `disabled`,
 * takes the key and does nothing: for Escape, the next one would close what is around it.
 */
export function pressShortcut(key: string): boolean {
  const name = key.length === 1 ? key.toUpperCase() : key;
  const buttons = document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]');
  for (const button of [...buttons].toReversed()) {
    if (button.getAttribute('aria-keyshortcuts') !== name) continue;
    if (button.closest('[inert], [data-closing]') !== null) continue;
    if (button.getAttribute('aria-disabled') === 'true') {
      if (name === 'Escape') return true;
      continue;
    }
    button.click();
    return true;
  }
  return false;
}
