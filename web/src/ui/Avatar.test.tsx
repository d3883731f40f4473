import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Avatar } from './Avatar';

afterEach(cleanup);

test('a broken picture gives way to the initials, and the next picture is shown again', () => {
  const { container, rerender } = render(<Avatar name="Asha Patel" src="/images/old.png" />);
  const picture = () => container.querySelector('img');
  fireEvent.error(picture()!);
  expect(picture()?.hidden).toBe(true);
  expect(container.textContent).toBe('AP');
  rerender(<Avatar name="Asha Patel" src="/images/new.png" />);
  expect(picture()?.hidden).toBe(false);
});
