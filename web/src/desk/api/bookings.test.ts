import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { sampleBooking } from '@/testing/desk-server';
import { bookingQuery, showWritten } from './bookings';

test('the answer to a write is shown over the booking before it, and not over a newer one', () => {
  const client = new QueryClient();
  const before = sampleBooking({ version: 4 });
  const { queryKey } = bookingQuery(before.order);
  client.setQueryData(queryKey, before);
  const written = sampleBooking({ version: 5, attendance: 'arrived' });
  showWritten(client, written);
  expect(client.getQueryData(queryKey)).toEqual(written);

  // A colleague wrote after it, which was read before the answer came.
  const newer = sampleBooking({ version: 6, attendance: 'arrived', due_paise: 0 });
  client.setQueryData(queryKey, newer);
  showWritten(client, written);
  expect(client.getQueryData(queryKey)).toEqual(newer);
});
