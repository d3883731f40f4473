import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { closeOnEscape } from './close-on-escape';

test('Escape closes, unless it ends the composition of a word', () => {
  const close = vi.fn();
  render(<input onKeyDown={closeOnEscape(close)} />);
  const field = screen.getByRole('textbox');
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'a' });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});
