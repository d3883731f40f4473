import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type FilterProps, OrderFilter } from './fields';

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
