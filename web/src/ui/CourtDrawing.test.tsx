import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CourtDrawing } from './CourtDrawing';

afterEach(cleanup);

test('courts 1 to 12 are drawn in states that differ, each with its number', () => {
  for (let number = 1; number <= 12; number += 1) {
    const drawn = (['free', 'selected', 'taken', 'held', 'booked'] as const).map((state) => {
      const { container } = render(<CourtDrawing type="outdoor" state={state} number={number} />);
      expect(container.textContent).toContain(String(number));
      return container.innerHTML;
    });
    expect(new Set(drawn).size, `court ${number}`).toBe(5);
  }
});
