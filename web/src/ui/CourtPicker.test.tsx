import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CourtPicker, type CourtChoice } from './CourtPicker';

function court(number: number, state: CourtChoice['state'] = 'free'): CourtChoice {
  return { id: number, number, name: `Court ${number}`, type: 'outdoor', state, word: 'Free' };
}

test('an arrow moves the focus to the next free court, and with Alt it is left to the browser', () => {
  const courts = [court(1), court(2, 'taken'), court(3)];
  render(<CourtPicker title="Outdoor" hint="2 of 3 free" courts={courts} onSelect={() => undefined} />);
  const last = screen.getByRole('button', { name: /Court 3/ });
  act(() => last.focus());
  // False if the key was taken.
  expect(fireEvent.keyDown(last, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(document.activeElement).toBe(last);
  expect(fireEvent.keyDown(last, { key: 'ArrowLeft' })).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Court 1/ }));
});

test('a court that is taken while it has the focus keeps it until an arrow moves it on, and cannot be chosen', () => {
  const onSelect = vi.fn<(id: number) => void>();
  const picker = (second: CourtChoice['state']) => (
    <CourtPicker title="Outdoor" hint="" courts={[court(1), court(2, second), court(3)]} onSelect={onSelect} />
  );
  const { rerender } = render(picker('free'));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Court 2/ });
  act(() => button.focus());
  rerender(picker('taken'));
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  fireEvent.click(button);
  expect(onSelect).not.toHaveBeenCalled();
  fireEvent.keyDown(button, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Court 1/ }));
  expect(button.disabled).toBe(true);
});
