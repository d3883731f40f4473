import { expect, test } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { dismissPersonalToasts } from '@/lib/toast';
import { problem } from '@/testing/desk-server';
import { forgetToasts, toasts } from '@/testing/toasts';
import { DeskProblem } from './problem';
import { toastWriteFailure, writeFailure } from './write-failure';

const refusal = (code: string) => new DeskProblem(new Response(null, { status: 409 }), problem(code));

test('a refused write says that nothing was done, and why', () => {
  expect(writeFailure(refusal('shift_counted'), 'Not counted')).toEqual({
    title: 'Not counted',
    message: 'This shift was counted or closed already.',
  });
  expect(writeFailure(refusal('shift_counted'), 'Not counted', () => 'Why').message).toBe('Why');
});

test.each([
  new ApiFailure(0, 'network'),
  new ApiFailure(0, 'timeout'),
  new ApiFailure(504, 'http_504'),
  refusal('unknown_outcome'),
])('a write without a known outcome (%s) may have been done, so no title says the opposite', (lost) => {
  expect(writeFailure(lost, 'Not counted', () => 'Why')).toEqual({
    title: undefined,
    message: 'We could not tell whether that went through. Try again; nothing is done twice.',
  });
});

test('a failure is read after the session has ended, without the name of a player', () => {
  forgetToasts();
  const refused = refusal('shift_counted');
  toastWriteFailure(refused, 'The shift was not closed');
  toastWriteFailure(refused, { named: 'Not undone: Asha Patel, Court 3', unnamed: 'Not undone: Court 3' });
  toastWriteFailure(new ApiFailure(0, 'network'), { named: 'Not undone: Rohan Mehta', unnamed: 'Not undone' });
  const titles = () => toasts().map(({ title }) => title);
  expect(titles()).toEqual(['The shift was not closed', 'Not undone: Asha Patel, Court 3', undefined]);
  // The form is closed, and another one would send the write with another key.
  expect(toasts().at(-1)?.text).toMatch(/Look whether it was done before you try again/);
  dismissPersonalToasts();
  expect(titles()).toEqual(['The shift was not closed', 'Not undone: Court 3', undefined]);
});

test('a void that is beyond the role says who may do it', () => {
  expect(writeFailure(refusal('void_beyond_role'), 'Not voided').message).toBe(
    'You may not void this payment alone. A manager may if it is of today, an owner always.',
  );
});
