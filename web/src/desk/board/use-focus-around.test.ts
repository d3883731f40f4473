import { expect, test } from 'vitest';
import { focusBehind } from './use-focus-around';

function screen(): HTMLElement {
  document.body.innerHTML = `
    <div>
      <button data-orders="SO1 SO2">Asha</button>
      <button data-slots="3-1080">6 PM</button>
      <input />
      <aside><h2 tabindex="-1">Booking</h2></aside>
    </div>`;
  return document.body.firstElementChild as HTMLElement;
}

const focus = (root: HTMLElement, selector: string) => root.querySelector<HTMLElement>(selector)?.focus();

test('a panel that is being closed gives the focus back to the cell of its booking while it is still there', () => {
  const root = screen();
  focus(root, 'h2');
  focusBehind(root, { open: 'SO2', book: undefined, mode: undefined });
  expect(document.activeElement?.textContent).toBe('Asha');
});

test('the panel of a new booking gives the focus back to its first slot', () => {
  const root = screen();
  focus(root, 'h2');
  focusBehind(root, { open: undefined, book: '3-1080,4-1080', mode: undefined });
  expect(document.activeElement?.textContent).toBe('6 PM');
});

test('the focus outside the panel, or of a panel without a cell, stays where it is', () => {
  const root = screen();
  focus(root, 'input');
  focusBehind(root, { open: 'SO2', book: undefined, mode: undefined });
  expect(document.activeElement).toBe(root.querySelector('input'));
  focus(root, 'h2');
  focusBehind(root, { open: 'SO9', book: undefined, mode: undefined });
  expect(document.activeElement).toBe(root.querySelector('h2'));
});
