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
