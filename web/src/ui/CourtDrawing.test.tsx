import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CourtDrawing } from './CourtDrawing';

afterEach(cleanup);

test('courts 1 to 12 are drawn in three states that differ, each with its number', () => {
  for (let number = 1; number <= 12; number += 1) {
    const drawn = (['free', 'selected', 'taken'] as const).map((state) => {
      const { container } = render(<CourtDrawing type="outdoor" state={state} number={number} />);
      expect(container.textContent).toContain(String(number));
      return container.innerHTML;
    });
    expect(new Set(drawn).size, `court ${number}`).toBe(3);
  }
});

test('the five states of a court differ in their outlines, without colours, in both types', () => {
  for (const type of ['outdoor', 'indoor'] as const) {
    const outlines = (['free', 'selected', 'taken', 'held', 'booked'] as const).map((state) => {
      const { container } = render(<CourtDrawing type={type} state={state} number={3} />);
      // Without classes, and so without colours.
      return container.innerHTML.replaceAll(/ class="[^"]*"/g, '');
    });
    expect(new Set(outlines).size, `${type} courts`).toBe(5);
  }
});
