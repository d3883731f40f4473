import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CourtPicker, type CourtChoice } from './CourtPicker';

function court(number: number, state: CourtChoice['state'] = 'free'): CourtChoice {
  return { id: number, number, name: `Court ${number}`, type: 'outdoor', state, word: 'Free' };
}

test('an arrow moves the focus to the next free court, and with Alt it is left to the browser', () => {
  const courts = [court(1), court(2, 'taken'), court(3)];
  render(<CourtPicker title="Outdoor" hint="2 of 3 free" courts={courts} onSelect={() => undefined} />);
  const last = screen.getByRole('button', { name: /Court 3/ });
  last.focus();
  // False if the key was taken.
  expect(fireEvent.keyDown(last, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(document.activeElement).toBe(last);
  expect(fireEvent.keyDown(last, { key: 'ArrowLeft' })).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Court 1/ }));
});
