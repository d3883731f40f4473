import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_MILLISECONDS } from '@/lib/toast';
import { Toasts, type ToastShown } from './Toasts';

const each: ToastShown[] = [
  { id: 1, type: 'success', title: 'Available Soon', text: 'One' },
  { id: 2, type: 'error', text: 'Two' },
  { id: 3, type: 'warning', text: 'Three' },
  { id: 4, type: 'info', text: 'Four' },
];

function show(toasts: ToastShown[]) {
  const onDismiss = vi.fn<(id: number) => void>();
  render(<Toasts toasts={toasts} onDismiss={onDismiss} milliseconds={TOAST_MILLISECONDS} />);
  return onDismiss;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('each of the four types has an icon of its own', () => {
  show(each);
  const icons = each.map(({ text }) => screen.getByText(text).closest('.toast')?.querySelector('svg')?.innerHTML);
  expect(icons.every((icon) => icon !== undefined)).toBe(true);
  expect(new Set(icons).size).toBe(4);
  expect(screen.getByText('Available Soon')).toBeTruthy();
});

test('a toast disappears after four seconds, and not before', () => {
  const onDismiss = show([{ id: 7, type: 'info', text: 'News' }]);
  act(() => void vi.advanceTimersByTime(3_999));
  expect(onDismiss).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(7);
});

test('a toast stays while the pointer is on it', () => {
  const onDismiss = show([{ id: 7, type: 'info', text: 'News' }]);
  const card = screen.getByText('News').closest('.toast')!;
  fireEvent.mouseEnter(card);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.mouseLeave(card);
  act(() => void vi.advanceTimersByTime(4_000));
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

test('a toast stays until neither the pointer nor the focus is on it', () => {
  const onDismiss = show([{ id: 7, type: 'info', text: 'News' }]);
  const card = screen.getByText('News').closest('.toast')!;
  const button = screen.getByRole('button', { name: 'Dismiss' });
  fireEvent.mouseEnter(card);
  act(() => button.focus());
  fireEvent.mouseLeave(card);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.mouseEnter(card);
  act(() => button.blur());
  act(() => void vi.advanceTimersByTime(20_000));
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.mouseLeave(card);
  act(() => void vi.advanceTimersByTime(4_000));
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(7);
});

test('a toast with an undo stays for its own time, and its button undoes and dismisses it', () => {
  const run = vi.fn<() => void>();
  const action = { label: 'Undo', key: 'Z', run };
  const onDismiss = show([{ id: 7, type: 'success', text: 'Checked in.', action, milliseconds: 20_000 }]);
  act(() => void vi.advanceTimersByTime(19_999));
  expect(onDismiss).not.toHaveBeenCalled();
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.getAttribute('aria-keyshortcuts')).toBe('Z');
  fireEvent.click(undo);
  expect(run).toHaveBeenCalledTimes(1);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(7);
});

test('the second press of a double click does not undo what the next toast reports', () => {
  const undone = vi.fn<(name: string) => void>();
  const checkedIn = (id: number, name: string): ToastShown => ({
    id,
    type: 'success',
    text: `${name} is checked in.`,
    action: { label: 'Undo', run: () => undone(name) },
  });
  function Screen() {
    const [toasts, setToasts] = useState([checkedIn(7, 'Rohan Mehta'), checkedIn(8, 'Asha Rao')]);
    const dismiss = (id: number) => setToasts((now) => now.filter((toast) => toast.id !== id));
    return <Toasts toasts={toasts} onDismiss={dismiss} milliseconds={TOAST_MILLISECONDS} />;
  }
  render(<Screen />);
  fireEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!, { detail: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 2 });
  expect(undone.mock.calls).toEqual([['Rohan Mehta']]);
  expect(screen.getByText('Asha Rao is checked in.')).toBeTruthy();
});

test.each(['Dismiss', 'Undo'])('after %s the focus is where it was before', (name) => {
  const action = { label: 'Undo', run: () => undefined };
  function Screen() {
    const [toasts, setToasts] = useState<ToastShown[]>([{ id: 7, type: 'success', text: 'Checked in.', action }]);
    return (
      <>
        <input aria-label="Name" />
        <Toasts toasts={toasts} onDismiss={() => setToasts([])} milliseconds={TOAST_MILLISECONDS} />
      </>
    );
  }
  render(<Screen />);
  const field = screen.getByLabelText('Name');
  act(() => field.focus());
  const button = screen.getByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
  expect(screen.queryByText('Checked in.')).toBeNull();
  expect(document.activeElement).toBe(field);
});
