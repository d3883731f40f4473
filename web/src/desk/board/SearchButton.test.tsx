import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import { SearchButton } from './SearchButton';

afterEach(cleanup);

test('the key of the search is shown only while single keys are on', () => {
  onTestFinished(() => switchSingleKeys(true));
  render(<SearchButton isWide />);
  const button = screen.getByRole('button', { name: 'Search a booking or player' });
  expect(button.textContent).toBe('Search a booking or player/');
  act(() => switchSingleKeys(false));
  expect(button.textContent).toBe('Search a booking or player');
});
