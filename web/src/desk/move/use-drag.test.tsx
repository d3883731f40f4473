import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDrag } from './use-drag';

const MOUSE = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 };

beforeEach(() => {
  document.elementFromPoint = () => null;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function Bar({ onClick, onDrop }: { onClick: () => void; onDrop: () => void }) {
  const onPointerDown = useDrag<string>({ pick: () => 'bar', onOver: () => {}, onDrop, onEnd: () => {} });
  return (
    <button type="button" onPointerDown={onPointerDown} onClick={onClick}>
      Bar
    </button>
  );
}

function show() {
  const onClick = vi.fn<() => void>();
  const onDrop = vi.fn<() => void>();
  render(<Bar onClick={onClick} onDrop={onDrop} />);
  const bar = screen.getByRole('button');
  return {
    onClick,
    onDrop,
    press: () => fireEvent.pointerDown(bar, MOUSE),
    move: () => fireEvent.pointerMove(bar, { ...MOUSE, clientX: 60 }),
    release: () => {
      fireEvent.pointerUp(bar, MOUSE);
      fireEvent.click(bar);
    },
  };
}

test('the click after a drag is ignored, and that after a press without a drag is not', () => {
  const { onClick, onDrop, press, move, release } = show();
  press();
  move();
  release();
  expect(onDrop).toHaveBeenCalledTimes(1);
  expect(onClick).not.toHaveBeenCalled();
  press();
  release();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('after Escape the click is ignored that comes when the button is released, and the next one is not', () => {
  const { onClick, onDrop, press, move, release } = show();
  press();
  move();
  fireEvent.keyDown(window, { key: 'Escape' });
  vi.runAllTimers();
  release();
  expect(onDrop).not.toHaveBeenCalled();
  expect(onClick).not.toHaveBeenCalled();
  press();
  release();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('after Escape the next press sends a click that counts, if the release was not reported', () => {
  const { onClick, press, move, release } = show();
  press();
  move();
  fireEvent.keyDown(window, { key: 'Escape' });
  press();
  release();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a second finger that the browser cancels does not end the drag, and the first one does', () => {
  const { onDrop, press, move, release } = show();
  press();
  move();
  fireEvent.pointerCancel(window, { ...MOUSE, pointerId: 2, isPrimary: false });
  release();
  expect(onDrop).toHaveBeenCalledTimes(1);
  press();
  move();
  fireEvent.pointerCancel(window, MOUSE);
  release();
  expect(onDrop).toHaveBeenCalledTimes(1);
});
