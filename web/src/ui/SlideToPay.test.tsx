import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SlideToPay } from './SlideToPay';

// Track 320, handle 56, margins 10 and 10: the travel is 244 px, and 80 % of it 195.2.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(56);
  HTMLElement.prototype.setPointerCapture ??= () => {};
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function draw() {
  const onComplete = vi.fn<() => void>();
  render(<SlideToPay onComplete={onComplete} hint="Press Enter to pay" />);
  const track = screen.getByRole<HTMLButtonElement>('button', { name: 'Slide To Pay' });
  const drag = (way: number) => {
    fireEvent.pointerDown(track, { clientX: 100, button: 0, pointerId: 1 });
    fireEvent.pointerMove(track, { clientX: 100 + way, pointerId: 1 });
    fireEvent.pointerUp(track, { clientX: 100 + way, pointerId: 1 });
  };
  /** A press and a release at the same place, and the click that a browser makes of them. */
  const tap = (pointer: PointerEventInit) => {
    fireEvent.pointerDown(track, { clientX: 100, button: 0, pointerId: 1, ...pointer });
    fireEvent.pointerUp(track, { clientX: 100, pointerId: 1 });
    fireEvent.click(track, { detail: 1 });
  };
  const handle = () => track.querySelector<HTMLElement>('[style]')!.style.transform;
  return { onComplete, track, drag, tap, handle };
}

test('a handle released before 80 % snaps back, and nothing is paid', () => {
  const { onComplete, drag, handle, track } = draw();
  drag(195);
  expect(track.querySelector<HTMLElement>('[style]')!.style.transition).toBe('transform .3s');
  expect(onComplete).not.toHaveBeenCalled();
  expect(handle()).toBe('translateX(0px)');
  expect(track.getAttribute('aria-disabled')).toBe('false');
});

test('a handle released beyond 80 % snaps to the end, pays once and is disabled', () => {
  const { onComplete, drag, handle, track } = draw();
  drag(196);
  expect(onComplete).toHaveBeenCalledOnce();
  expect(handle()).toBe('translateX(244px)');
  expect(track.getAttribute('aria-disabled')).toBe('true');
  drag(244);
  expect(onComplete).toHaveBeenCalledOnce();
});

test('a cancelled drag pays nothing, however far it went', () => {
  const { onComplete, track } = draw();
  fireEvent.pointerDown(track, { clientX: 0, button: 0, pointerId: 1 });
  fireEvent.pointerMove(track, { clientX: 240, pointerId: 1 });
  fireEvent.pointerCancel(track, { clientX: 240, pointerId: 1 });
  expect(onComplete).not.toHaveBeenCalled();
});

test.each([
  ['a cancelled drag', 0, true],
  ['a press of the right button', 2, false],
])('after %s the click of voice control still pays', (_, button, isCancelled) => {
  const { onComplete, track } = draw();
  fireEvent.pointerDown(track, { clientX: 0, button, pointerId: 1 });
  if (isCancelled) fireEvent.pointerCancel(track, { clientX: 0, pointerId: 1 });
  fireEvent.click(track);
  expect(onComplete).toHaveBeenCalledOnce();
});

test('Enter pays once, also if the key is held down', () => {
  const { onComplete, track } = draw();
  fireEvent.keyDown(track, { key: 'Enter' });
  fireEvent.keyDown(track, { key: 'Enter', repeat: true });
  fireEvent.keyDown(track, { key: ' ' });
  expect(onComplete).toHaveBeenCalledOnce();
});

test('a tap pays nothing', () => {
  const { onComplete, tap } = draw();
  tap({ pointerType: 'touch', width: 20, height: 20 });
  tap({ pointerType: 'mouse', width: 1, height: 1, pressure: 0.5 });
  expect(onComplete).not.toHaveBeenCalled();
});

test.each([
  ['first', [1, 2]],
  ['last', [2, 1]],
])('a tap with two fingers pays nothing if the finger at the far end is released %s', (_, released) => {
  const { onComplete, track, handle } = draw();
  const placeOf = (pointerId: number) => ({ pointerId, clientX: pointerId === 1 ? 300 : 20 });
  for (const finger of [1, 2]) fireEvent.pointerDown(track, { button: 0, ...placeOf(finger) });
  for (const finger of released) fireEvent.pointerUp(track, placeOf(finger));
  expect(onComplete).not.toHaveBeenCalled();
  expect(handle()).toBe('translateX(0px)');
});

test('another finger on the track does not take the handle from the one that drags it', () => {
  const { onComplete, track, handle } = draw();
  vi.spyOn(HTMLElement.prototype, 'hasPointerCapture').mockImplementation((pointer) => pointer === 1);
  fireEvent.pointerDown(track, { button: 0, pointerId: 1, clientX: 20 });
  fireEvent.pointerMove(track, { pointerId: 1, clientX: 220 });
  fireEvent.pointerDown(track, { button: 0, pointerId: 2, clientX: 100 });
  fireEvent.pointerMove(track, { pointerId: 2, clientX: 150 });
  expect(handle()).toBe('translateX(200px)');
  fireEvent.pointerUp(track, { pointerId: 2, clientX: 150 });
  expect(onComplete).not.toHaveBeenCalled();
  fireEvent.pointerUp(track, { pointerId: 1, clientX: 220 });
  expect(onComplete).toHaveBeenCalledOnce();
});

test('a finger whose release was lost does not keep the next one from the handle', () => {
  const { onComplete, track } = draw();
  vi.spyOn(HTMLElement.prototype, 'hasPointerCapture').mockReturnValue(false);
  fireEvent.pointerDown(track, { button: 0, pointerId: 1, clientX: 20 });
  fireEvent.pointerDown(track, { button: 0, pointerId: 2, clientX: 20 });
  fireEvent.pointerUp(track, { pointerId: 2, clientX: 220 });
  expect(onComplete).toHaveBeenCalledOnce();
});

test('the click of a screen reader or of voice control pays once', () => {
  const { onComplete, track } = draw();
  fireEvent.click(track);
  fireEvent.click(track);
  expect(onComplete).toHaveBeenCalledOnce();
});

test.each([
  ['iOS', 'iPhone', { pointerType: 'touch', width: 0, height: 0 }],
  ['Android', 'Linux; Android 16', { pointerType: 'mouse', width: 1, height: 1, pressure: 0 }],
])('the double tap of a screen reader on %s pays', (_, userAgent, pointer) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const { onComplete, tap } = draw();
  tap(pointer);
  expect(onComplete).toHaveBeenCalledOnce();
});

test('after the payment began, the control keeps the focus and says that it cannot be used', () => {
  const { track } = draw();
  track.focus();
  expect(track.getAttribute('aria-describedby')).not.toBeNull();
  fireEvent.keyDown(track, { key: 'Enter' });
  expect(document.activeElement).toBe(track);
  expect([track.disabled, track.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  expect(track.getAttribute('aria-describedby'), 'Enter has no effect any more').toBeNull();
});
