import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { FreeHourSearch } from './FreeHourSearch';
import type { WantedHour } from './wanted-hour';

afterEach(cleanup);

const wanted: WantedHour = { date: '2026-11-21', time: '7:00 PM' };

function form(onSearch: (wanted: WantedHour) => Promise<void>) {
  return (
    <FreeHourSearch
      clock={{ today: '2026-11-21', minutes: 18 * 60 }}
      days={['2026-11-21', '2026-11-22', '2026-11-23']}
      wanted={wanted}
      isActive={false}
      hours={undefined}
      onSearch={onSearch}
      onClear={() => {}}
    />
  );
}

/** Hydrates the form of a page from the server after the person did something in it. */
function hydrateAfter(act: () => void) {
  const { innerHTML } = render(form(async () => {})).container;
  cleanup();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = innerHTML;
  for (const [label, value] of [
    ['Day', wanted.date],
    ['Hour', wanted.time],
  ] as const)
    screen.getByLabelText<HTMLSelectElement>(label).value = value;
  act();
  const onSearch = vi.fn<(wanted: WantedHour) => Promise<void>>();
  render(form(onSearch), { container, hydrate: true });
  return onSearch;
}

test('a day that was chosen before the page was hydrated is searched for', () => {
  const onSearch = hydrateAfter(() => {
    screen.getByLabelText<HTMLSelectElement>('Day').value = '2026-11-23';
  });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ date: '2026-11-23', time: '7:00 PM' });
});

test('nothing is searched for if nothing was chosen before, nor on a screen without a page from the server', () => {
  expect(hydrateAfter(() => {})).not.toHaveBeenCalled();
  cleanup();
  const onSearch = vi.fn<(wanted: WantedHour) => Promise<void>>();
  render(form(onSearch));
  expect(onSearch).not.toHaveBeenCalled();
});

test('a choice is searched for with what the other list shows, and the button searches for what both show', async () => {
  const user = userEvent.setup();
  const onSearch = vi.fn<(wanted: WantedHour) => Promise<void>>();
  render(form(onSearch));
  await user.selectOptions(screen.getByLabelText('Hour'), '8:00 PM');
  expect(onSearch).toHaveBeenLastCalledWith({ date: '2026-11-21', time: '8:00 PM' });
  // That search has ended, and the page still shows another hour.
  await user.click(screen.getByRole('button'));
  expect(onSearch).toHaveBeenLastCalledWith(wanted);
});

test('an hour that is chosen while the chosen day is loading is searched for on that day', async () => {
  const user = userEvent.setup();
  const loading = deferred<void>();
  const onSearch = vi.fn<(wanted: WantedHour) => Promise<void>>(() => loading.promise);
  render(form(onSearch));
  await user.selectOptions(screen.getByLabelText('Day'), '2026-11-23');
  expect(screen.getByLabelText<HTMLSelectElement>('Day').value).toBe('2026-11-23');
  await user.selectOptions(screen.getByLabelText('Hour'), '8:00 PM');
  expect(onSearch).toHaveBeenLastCalledWith({ date: '2026-11-23', time: '8:00 PM' });
  expect(screen.getByLabelText<HTMLSelectElement>('Hour').value).toBe('8:00 PM');
  await act(async () => loading.resolve());
  // The page shows what it showed before: the search did not change it.
  expect(screen.getByLabelText<HTMLSelectElement>('Day').value).toBe(wanted.date);
});
