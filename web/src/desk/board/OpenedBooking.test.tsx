import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleBoardBooking, sampleBooking } from '@/testing/desk-server';
import { BOARD, open, prepareEach } from './new-booking.test-kit';
import { BOOKING, ORDER } from './open-booking.test-kit';

prepareEach();

test('an opened booking that leaves the board is read again', async () => {
  let board = sampleBoard({ bookings: [sampleBoardBooking()] });
  let booking = sampleBooking();
  const { calls, queryClient } = open({ [BOARD]: () => board, [BOOKING]: () => booking }, `?open=${ORDER}`);
  await screen.findByRole('heading', { name: 'Court 3' });
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(1));

  board = sampleBoard({ version: 'v2', bookings: [] });
  booking = sampleBooking({ version: 8, status: 'cancelled' });
  await act(() => queryClient.refetchQueries({ queryKey: ['board'] }));
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(2));
});

test('after a failed read the opened booking is read again with the next board', async () => {
  let board = sampleBoard({ bookings: [sampleBoardBooking()] });
  let fails = false;
  const { calls, queryClient } = open(
    {
      [BOARD]: () => board,
      [BOOKING]: () => (fails ? [403, problem('other_origin')] : sampleBooking({ version: 7 })),
    },
    `?open=${ORDER}`,
  );
  await screen.findByRole('heading', { name: 'Court 3' });
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(1));

  fails = true;
  board = sampleBoard({ version: 'v2', bookings: [sampleBoardBooking({ version: 8 })] });
  await act(() => queryClient.refetchQueries({ queryKey: ['board'] }));
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching({ queryKey: ['booking'] })).toBe(0));

  board = sampleBoard({ version: 'v3', bookings: [sampleBoardBooking({ version: 8 })] });
  await act(() => queryClient.refetchQueries({ queryKey: ['board'] }));
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(3));
});

test('a further version on the board is read, although the one before was not yet there', async () => {
  let board = sampleBoard({ bookings: [sampleBoardBooking()] });
  const { calls, queryClient } = open({ [BOARD]: () => board, [BOOKING]: () => sampleBooking() }, `?open=${ORDER}`);
  await screen.findByRole('heading', { name: 'Court 3' });
  for (const [index, version] of [8, 9].entries()) {
    board = sampleBoard({ version: `v${version}`, bookings: [sampleBoardBooking({ version })] });
    await act(() => queryClient.refetchQueries({ queryKey: ['board'] }));
    await waitFor(() => expect(calls(BOOKING)).toHaveLength(index + 2));
    await waitFor(() => expect(queryClient.isFetching({ queryKey: ['booking'] })).toBe(0));
  }
});

test('a read of the booking that began before a mark does not take it back', async () => {
  const late = deferred<ReturnType<typeof sampleBooking>>();
  const before = sampleBooking();
  let booking = before;
  let isNextLate = false;
  const { user, calls, queryClient } = open(
    {
      [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking()] }),
      [BOOKING]: () => {
        if (!isNextLate) return booking;
        isNextLate = false;
        return late.promise;
      },
      'PUT /api/desk/bookings/{order}/attendance': () => {
        booking = sampleBooking({ version: 8, attendance: 'arrived' });
        return booking;
      },
    },
    `?open=${ORDER}`,
  );
  const checkIn = await screen.findByRole('button', { name: 'Check in' });
  isNextLate = true;
  const read = queryClient.refetchQueries({ queryKey: ['booking', ORDER] });
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(2));
  await user.click(checkIn);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull());
  late.resolve(before);
  await act(() => read);
  expect(queryClient.getQueryData(['booking', ORDER])).toMatchObject({ version: 8, attendance: 'arrived' });
  expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
});

test('a version in which nothing differs, as after another scan of a pass, is not reported as a change', async () => {
  let version = 7;
  const { queryClient } = open(
    {
      [BOARD]: () => sampleBoard({ version: `v${version}`, bookings: [sampleBoardBooking({ version })] }),
      [BOOKING]: () => sampleBooking({ version }),
    },
    `?open=${ORDER}`,
  );
  await screen.findByRole('heading', { name: 'Court 3' });
  version = 8;
  await act(() => queryClient.refetchQueries({ queryKey: ['board'] }));
  await waitFor(() => expect(queryClient.getQueryData(['booking', ORDER])).toMatchObject({ version: 8 }));
  await waitFor(() => expect(queryClient.isFetching({ queryKey: ['booking'] })).toBe(0));
  expect(screen.queryByText(/was just changed/)).toBeNull();
});
