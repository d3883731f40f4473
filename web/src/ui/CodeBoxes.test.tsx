import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CodeBoxes } from './CodeBoxes';

afterEach(cleanup);

function draw() {
  const onComplete = vi.fn<(code: string) => void>();
  render(<CodeBoxes label="Code" onComplete={onComplete} />);
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox');
  return { boxes, onComplete, box: (n: number) => boxes[n - 1]!, code: () => boxes.map((box) => box.value).join('') };
}

test('typing moves on, and the last digit completes the code', async () => {
  const { box, boxes, onComplete } = draw();
  expect(boxes).toHaveLength(6);
  await userEvent.click(box(1));
  await userEvent.keyboard('12345');
  expect(document.activeElement).toBe(box(6));
  expect(onComplete).not.toHaveBeenCalled();
  await userEvent.keyboard('6');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
});

test('a code box ignores letters', async () => {
  const { box, code } = draw();
  await userEvent.click(box(1));
  await userEvent.keyboard('a1');
  expect(code()).toBe('1');
});

test('Backspace in an empty box moves back and empties that one', async () => {
  const { box, code } = draw();
  await userEvent.click(box(1));
  await userEvent.keyboard('12{Backspace}');
  expect(document.activeElement).toBe(box(2));
  expect(code()).toBe('1');
});

test('a pasted code spreads over the boxes, whichever had the focus', async () => {
  const { box, onComplete } = draw();
  await userEvent.click(box(3));
  await userEvent.paste('Your code is 482 019');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('482019');
});

test('a code that the phone fills into the first box spreads too', () => {
  const { box, onComplete } = draw();
  fireEvent.change(box(1), { target: { value: '482019' } });
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('482019');
});

test('a digit typed over another replaces it', async () => {
  const { box, code } = draw();
  await userEvent.click(box(1));
  await userEvent.keyboard('12');
  await userEvent.click(box(1));
  await userEvent.keyboard('9');
  expect(code()).toBe('92');
});
