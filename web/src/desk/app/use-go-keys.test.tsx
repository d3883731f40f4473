import { act, cleanup, renderHook } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { closeSearch, openSearch } from '@/desk/lib/open-search';
import { useGoKeys } from './use-go-keys';

afterEach(cleanup);

/** Listens for the keys in `screens`, and collects those that opened a screen and those that reached the page itself. */
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

test('G and the key of a screen open it, and the open screen does not get the second key', async () => {
  const { went, got, user } = listen('bm');
  await user.keyboard('gmgb');
  expect(went).toEqual(['m', 'b']);
  expect(got).toEqual(['g', 'g']);
});

test('a key without G, after another key, or of no screen opens nothing', async () => {
  const { went, got, user } = listen('bm');
  await user.keyboard('mgxmgzb');
  expect(went).toEqual([]);
  expect(got.join('')).toBe('mgxmgzb');
});

test('keys that are typed into a field open nothing', async () => {
  const { went, user } = listen('bm');
  const field = document.createElement('input');
  document.body.append(field);
  await user.type(field, 'gm');
  field.remove();
  expect(went).toEqual([]);
});

test('keys that are pressed in a dialog open nothing, those on a checkbox do', async () => {
  const { went, user } = listen('bm');
  const dialog = document.createElement('dialog');
  dialog.open = true;
  const button = document.createElement('button');
  dialog.append(button);
  const checkbox = document.createElement('input');
  checkbox.type = 'checkbox';
  document.body.append(dialog, checkbox);
  button.focus();
  await user.keyboard('gm');
  expect(went).toEqual([]);
  checkbox.focus();
  await user.keyboard('gb');
  expect(went).toEqual(['b']);
  dialog.remove();
  checkbox.remove();
});

test('keys that are typed for the search before it has a field open nothing', async () => {
  const { went, got, user } = listen('gm');
  act(() => openSearch());
  await user.keyboard('gm');
  expect(went).toEqual([]);
  expect(got).toEqual(['g', 'm']);
  act(() => closeSearch());
});
