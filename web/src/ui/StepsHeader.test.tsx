import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StepsHeader } from './StepsHeader';

afterEach(cleanup);

test('a step says which it is of how many: by default 1/3, where to play', () => {
  render(<StepsHeader back={null} />);
  expect(screen.getByText('1/3')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Location' })).toBeTruthy();
  expect(screen.getByText('where would you like to play?')).toBeTruthy();
});

test('another step shows its own number, total and title', () => {
  render(<StepsHeader back={null} step={2} total={4} title="When" subtitle="pick a day" />);
  expect(screen.getByText('2/4')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'When' })).toBeTruthy();
});
