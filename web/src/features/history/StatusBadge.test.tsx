import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StatusBadge } from './StatusBadge';

afterEach(cleanup);

test('confirmed, requested, cancelled and non-court badges show their status and have different icons', () => {
  const drawn = [
    ['Courts', 'confirmed', 'CONFIRMED'],
    ['Courts', 'cancel_requested', 'CANCEL REQUESTED'],
    ['Courts', 'cancelled', 'CANCELLED'],
    ['Store', 'confirmed', 'CONFIRMED'],
  ].map(([type = '', status, text]) => {
    const { container } = render(<StatusBadge type={type} status={status} />);
    expect(container.textContent).toBe(text);
    return container.querySelector('svg')?.innerHTML;
  });
  expect(drawn.every((icon) => icon !== undefined)).toBe(true);
  expect(new Set(drawn).size).toBe(4);
});
