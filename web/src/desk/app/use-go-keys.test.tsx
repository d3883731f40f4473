import { cleanup, renderHook } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useGoKeys } from './use-go-keys';

afterEach(cleanup);

/** The keys that led somewhere, of those that `screens` have; and what the page itself got. */
function listen(screens: string) {
  const went: string[] = [];
  const got: string[] = [];
  const onKeyDown = ({ key }: KeyboardEvent) => got.push(key);
  document.body.addEventListener('keydown', onKeyDown);
  renderHook(() =>
    useGoKeys((key) => {
      if (!screens.includes(key)) return false;
      went.push(key);
      return true;
    }),
  );
  return { went, got, user: userEvent.setup() };
}

test('G and the key of a screen lead there, and the screen does not get the second key', async () => {
  const { went, got, user } = listen('bm');
  await user.keyboard('gmgb');
  expect(went).toEqual(['m', 'b']);
  expect(got).toEqual(['g', 'g']);
});

test('a key without G, after another key, or of no screen leads nowhere', async () => {
  const { went, got, user } = listen('bm');
  await user.keyboard('mgxmgzb');
  expect(went).toEqual([]);
  expect(got.join('')).toBe('mgxmgzb');
});

test('what is typed into a field leads nowhere', async () => {
  const { went, user } = listen('bm');
  const field = document.createElement('input');
  document.body.append(field);
  await user.type(field, 'gm');
  field.remove();
  expect(went).toEqual([]);
});
