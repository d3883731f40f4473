import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DaysFilter, type FilterProps, OrderFilter } from './fields';

test('a digit that is put back before the screen shows the address without the number brings the number back', () => {
  const onSearch = vi.fn<FilterProps['onSearch']>();
  const filter = (order?: string) => <OrderFilter search={order === undefined ? {} : { order }} onSearch={onSearch} />;
  const { rerender } = render(filter('4820193756'));
  const number = screen.getByLabelText<HTMLInputElement>('Booking number');
  fireEvent.change(number, { target: { value: '482019375' } });
  fireEvent.change(number, { target: { value: '4820193756' } });
  expect(onSearch.mock.calls.map(([{ order }]) => order)).toEqual([undefined, '4820193756']);
  // The address follows, change by change.
  rerender(filter());
  rerender(filter('4820193756'));
  expect(number.value).toBe('4820193756');
});

test('a day can be typed digit by digit before the address has it, and applies once its year is whole', () => {
  const onSearch = vi.fn<FilterProps['onSearch']>();
  const { rerender } = render(<DaysFilter search={{}} onSearch={onSearch} />);
  const from = screen.getByLabelText<HTMLInputElement>('From');
  for (const value of ['0002-11-22', '0020-11-22', '0202-11-22', '2026-11-22']) {
    fireEvent.change(from, { target: { value } });
    expect(from.value).toBe(value);
  }
  expect(onSearch.mock.calls).toEqual([[{ from: '2026-11-22' }]]);
  // The day of the month, of which only the first digit is typed, counts like any other day.
  rerender(<DaysFilter search={{ from: '2026-11-22' }} onSearch={onSearch} />);
  for (const value of ['2026-11-02', '2026-11-25']) {
    fireEvent.change(from, { target: { value } });
    expect(from.value).toBe(value);
  }
  expect(onSearch.mock.calls.slice(1)).toEqual([[{ from: '2026-11-02' }], [{ from: '2026-11-25' }]]);
  fireEvent.blur(from);
  rerender(<DaysFilter search={{}} onSearch={onSearch} />);
  expect(from.value).toBe('');
});
