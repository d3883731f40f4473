import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SlotGrid, TimeCard } from './TimeCard';

test('an hour that is filled while it has the focus keeps it until that moves on, and cannot be chosen', () => {
  const onSelect = vi.fn<(time: string) => void>();
  const grid = (disabled: boolean) => (
    <SlotGrid
      label="Evening"
      slots={[{ time: '7:00 PM', note: disabled ? 'full' : '₹800', disabled }]}
      selected={null}
      onSelect={onSelect}
    />
  );
  const { rerender } = render(grid(false));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /7:00 PM/ });
  act(() => button.focus());
  rerender(grid(true));
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  fireEvent.click(button);
  expect(onSelect).not.toHaveBeenCalled();
  act(() => button.blur());
  expect(button.disabled).toBe(true);
});

test('a period whose last hour is filled while its button has the focus keeps it, and does not open', () => {
  const onToggle = vi.fn<() => void>();
  const card = (disabled: boolean) => (
    <TimeCard title="Evening" hint="" price="₹800" open={false} onToggle={onToggle} disabled={disabled} />
  );
  const { rerender } = render(card(false));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Evening/ });
  act(() => button.focus());
  rerender(card(true));
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  fireEvent.click(button);
  expect(onToggle).not.toHaveBeenCalled();
  act(() => button.blur());
  expect(button.disabled).toBe(true);
});
