import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeDrawer, openDrawer, useDrawer } from './drawer';

test('the sheet opens with the given content, and closing resets all of it', () => {
  const drawer = renderHook(() => useDrawer()).result;
  const closed = { isOpen: false, title: '', paragraph: '', content: '', height: '50dvh' };
  expect(drawer.current).toEqual(closed);
  act(() => openDrawer({ title: 'No code yet?', paragraph: 'Wait.', content: 'Tips', height: '70dvh' }));
  expect(drawer.current).toEqual({
    isOpen: true,
    title: 'No code yet?',
    paragraph: 'Wait.',
    content: 'Tips',
    height: '70dvh',
  });
  act(() => closeDrawer());
  expect(drawer.current).toEqual(closed);
});

test('a sheet without a height takes half the screen', () => {
  const drawer = renderHook(() => useDrawer()).result;
  act(() => openDrawer({ title: 'Help' }));
  expect(drawer.current.height).toBe('50dvh');
  act(() => closeDrawer());
});
