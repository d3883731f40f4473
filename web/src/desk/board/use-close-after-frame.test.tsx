import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { afterFrame } from '@/lib/after-frame';
import { useCloseAfterFrame } from './use-close-after-frame';
import type { PanelContent } from './use-focus-around';

const NONE: PanelContent = { open: undefined, book: undefined, mode: undefined };
const BOOKING: PanelContent = { ...NONE, open: 'SO1' };

function openPanel() {
  const frame = { current: document.createElement('div') };
  const close = vi.fn();
  const hook = renderHook((content) => useCloseAfterFrame(frame, content, close), { initialProps: BOOKING });
  return { frame: frame.current, close, hook };
}

/** Waits until the next frame has been painted. */
const nextFrame = () => act(() => new Promise<void>((resolve) => void afterFrame(resolve)));

test('a panel that is being closed is marked for the next frame, and closed once after it', async () => {
  const { frame, close, hook } = openPanel();
  hook.result.current();
  hook.result.current();
  expect(frame.hasAttribute('data-closing')).toBe(true);
  expect(close).not.toHaveBeenCalled();
  await nextFrame();
  expect(close).toHaveBeenCalledTimes(1);
  hook.rerender(NONE);
  expect(frame.hasAttribute('data-closing')).toBe(false);
});

test('a booking that is opened before that frame stays open', async () => {
  const { frame, close, hook } = openPanel();
  hook.result.current();
  hook.rerender({ ...NONE, open: 'SO2' });
  expect(frame.hasAttribute('data-closing')).toBe(false);
  await nextFrame();
  expect(close).not.toHaveBeenCalled();
});

test('a panel whose board is left before that frame is not closed after it', async () => {
  const { close, hook } = openPanel();
  hook.result.current();
  hook.unmount();
  await nextFrame();
  expect(close).not.toHaveBeenCalled();
});
