import { cleanup, render, screen } from '@testing-library/react';
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
