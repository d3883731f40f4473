import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleInstant, sampleMe } from '@/testing/desk-server';
import { BOOK, bookedAnswer, freeSlot, field, HOLD, open, prepareEach, submit } from './new-booking.test-kit';
import { FLOAT, ME, button } from './open-booking.test-kit';

prepareEach();

const permissions = { 'board.read': 'yes', 'booking.make': 'yes', 'attendance.mark': 'yes', 'payment.take': 'yes' };

/**
 * Tries to book court 3 for Rohan, paid in cash, at a desk without an open shift, up to the count of the float. The server books
 * once the float is counted; it answers the count after `counted`.
 */
async function bookWithoutShift(counted: Promise<void> = Promise.resolve()) {
  let isOpen = false;
  const view = open({
    [ME]: () => ({ ...sampleMe, permissions }),
    [FLOAT]: async () => {
      await counted;
      isOpen = true;
      return [201, { id: '12' }];
    },
    [BOOK]: ({ body }) => (isOpen ? bookedAnswer(body) : [409, problem('shift_needed')]),
  });
  await view.user.click(await freeSlot(3));
  await view.user.type(await field(), '1736');
  await submit('Book for Rohan Mehta · ₹1,000');
  await view.user.click(screen.getByRole('radio', { name: 'Cash' }));
  await view.user.keyboard('{Enter}');
  await screen.findByText('Count the float first');
  return { ...view, isShiftOpen: () => isOpen };
}

test('a walk-in without an open shift counts the float in place and is booked as it was typed', async () => {
  const { user, calls } = await bookWithoutShift();
  await user.type(screen.getByLabelText('Notes of ₹500'), '4');
  await user.click(await button('Start with ₹2,000'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(2));
  const [refused, done] = calls(BOOK);
  expect(done?.body).toEqual(refused?.body);
});

const both = [
  { court: 23, minute: 1140 },
  { court: 22, minute: 1140 },
];

test('a court that is added while the float has to be counted is another booking, of both courts', async () => {
  const { user, calls } = await bookWithoutShift();
  await user.click(await freeSlot(2));
  const again = await submit('Book for Rohan Mehta and take ₹2,000');
  expect(screen.queryByText('Count the float first')).toBeNull();
  await user.click(again);
  await user.click(await button('Start with ₹0'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(3));
  expect(calls(BOOK).map(({ body }) => body?.['slots'])).toEqual([both.slice(0, 1), both, both]);
});

test('a float whose count is answered after other courts were chosen books nothing by itself', async () => {
  const counted = deferred<void>();
  const { user, calls, queryClient, isShiftOpen } = await bookWithoutShift(counted.promise);
  await user.click(await button('Start with ₹0'));
  await waitFor(() => expect(calls(FLOAT)).toHaveLength(1));
  await user.click(await freeSlot(2));
  const again = await submit('Book for Rohan Mehta and take ₹2,000');
  counted.resolve();
  await waitFor(() => expect([isShiftOpen(), queryClient.isMutating()]).toEqual([true, 0]));
  expect(calls(BOOK)).toHaveLength(1);
  await user.click(again);
  await waitFor(() => expect(calls(BOOK)).toHaveLength(2));
  expect(calls(BOOK)[1]?.body?.['slots']).toEqual(both);
});

test('after the count of the float was put off, typing goes on in the field, renews the hold, and Escape closes', async () => {
  const { user, calls, place } = await bookWithoutShift();
  await user.click(await button('Not now'));
  expect(document.activeElement).toBe(await field());
  const holds = calls(HOLD).length;
  vi.setSystemTime(sampleInstant(1105.5));
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(calls(HOLD)).toHaveLength(holds + 1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(place()).toBe('/v/1/board'));
});
