import { cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { TrustLine } from './TrustLine';

beforeEach(() => cleanup());

test.each([
  [1, 'Missed 1 game: pays when booking.'],
  [2, 'Missed 2 games: pays when booking.'],
])('of a player who pays first and has %i strikes the line says why', (strikes, why) => {
  render(<TrustLine player={{ trust: 'pays_first', strikes, block: null }} />);
  expect(screen.getByText(why)).toBeTruthy();
});
