import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './Button';

afterEach(cleanup);

test('a busy button ignores a second tap, also as the form’s submit button', () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const { rerender } = render(<Form isBusy />);
  function Form({ isBusy }: { isBusy: boolean }) {
    return (
      <form onSubmit={onSubmit}>
        <Button type="submit" isBusy={isBusy} onClick={onClick}>
          Pay at court
        </Button>
      </form>
    );
  }
  fireEvent.click(screen.getByRole('button', { name: 'Pay at court' }));
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  // The same tap counts when it is not busy.
  rerender(<Form isBusy={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Pay at court' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('an Enter that is held presses a button once', () => {
  const onKeyDown = vi.fn<() => void>();
  render(<Button onKeyDown={onKeyDown}>Pay at court</Button>);
  const button = screen.getByRole('button', { name: 'Pay at court' });
  // The browser presses the button at each of these keys unless that is prevented.
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button, { key: 'ArrowDown', repeat: true })).toBe(true);
  expect(onKeyDown).toHaveBeenCalledTimes(3);
});
