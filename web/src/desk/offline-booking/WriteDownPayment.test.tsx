import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { sampleBoardBooking, sampleMe } from '@/testing/desk-server';
import { WriteDownPayment } from './WriteDownPayment';

afterEach(cleanup);

const BELOW_RUPEE = 'Less than a rupee is due. Take it another way than cash.';
const noteButton = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

test('less than a rupee is not noted in cash, of which nothing would be taken', async () => {
  const user = userEvent.setup();
  render(<WriteDownPayment me={sampleMe} venue={1} booking={sampleBoardBooking({ due_paise: 50 })} court="3" />);
  expect(screen.getByText(BELOW_RUPEE)).toBeTruthy();
  expect(noteButton(/in cash/).disabled).toBe(true);

  await user.click(screen.getByRole('radio', { name: /UPI/ }));
  expect(screen.queryByText(BELOW_RUPEE)).toBeNull();
  expect(noteButton(/by UPI/).disabled).toBe(false);
});
