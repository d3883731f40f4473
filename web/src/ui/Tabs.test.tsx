import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Tabs } from './Tabs';

afterEach(cleanup);

test('each press of an arrow selects the next tab, also before the one before is shown as selected', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn<(id: string) => void>();
  render(
    <Tabs
      label="Bookings"
      tabs={['All', 'Courts', 'Event'].map((id) => ({ id, label: id }))}
      selected="All"
      onSelect={onSelect}
    >
      None
    </Tabs>,
  );
  screen.getByRole('tab', { name: 'All' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{End}{ArrowRight}');
  expect(onSelect.mock.calls.flat()).toEqual(['Courts', 'Event', 'Courts', 'Event', 'All']);
});

test('an arrow with Alt, Control or Meta is left to the browser', () => {
  const onSelect = vi.fn<(id: string) => void>();
  render(
    <Tabs label="Bookings" tabs={['All', 'Courts'].map((id) => ({ id, label: id }))} selected="All" onSelect={onSelect}>
      None
    </Tabs>,
  );
  const tab = screen.getByRole('tab', { name: 'All' });
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    // False if the key was taken.
    expect(fireEvent.keyDown(tab, { key: 'ArrowLeft', ...held })).toBe(true);
  }
  expect(onSelect).not.toHaveBeenCalled();
});
