import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { verificationSearch } from '@/lib/search';
import { endSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { serve } from '@/testing/stand-in-server';
import { JoinPage } from './JoinPage';
import { LoginPage } from './LoginPage';
import { MobileVerificationPage } from './MobileVerificationPage';

/** The `autocomplete` value of a field, which browsers and password managers read. */
const autocompleteOf = (label: string) => screen.getByLabelText(label).getAttribute('autocomplete');

beforeEach(() => {
  localStorage.clear();
  endSession();
  serve({});
});

test('sign-up names what each field holds, and the number as the user name of the new password', async () => {
  const { user } = renderScreen({ path: '/join', component: JoinPage });
  await screen.findByLabelText('Full name');
  expect(['Full name', 'Email', 'Phone number', 'Birthdate', 'Password'].map(autocompleteOf)).toEqual([
    'name',
    'email',
    'tel-national',
    'bday',
    'new-password',
  ]);
  await user.type(screen.getByLabelText('Phone number'), '98765 43210');
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('9876543210');
});

test('login names its fields as user name and current password', async () => {
  renderScreen({ path: '/login', component: LoginPage });
  await screen.findByLabelText('Phone number');
  expect(['Phone number', 'Password'].map(autocompleteOf)).toEqual(['username', 'current-password']);
});

test('only the first box takes the whole code from the browser, and every box has a keyboard of digits', async () => {
  renderScreen({
    path: '/mobile-verification',
    component: MobileVerificationPage,
    search: verificationSearch,
    at: '/mobile-verification?user=h_1&reg=1',
  });
  const boxes = await screen.findAllByLabelText<HTMLInputElement>(/^Digit \d of 6$/);
  expect(boxes.map((box) => box.autocomplete)).toEqual(['one-time-code', ...Array.from({ length: 5 }, () => 'off')]);
  expect(new Set(boxes.map((box) => box.inputMode))).toEqual(new Set(['numeric']));
});

test.each(['98765 43210', '+91 98765-43210', '+919876543210', '0 98765 43210', '919876543210', '0091 98765 43210'])(
  'a number pasted as %s becomes its ten digits',
  async (pasted) => {
    const { user } = renderScreen({ path: '/join', component: JoinPage });
    const phone = await screen.findByLabelText<HTMLInputElement>('Phone number');
    await user.click(phone);
    await user.paste(pasted);
    await user.tab();
    expect(phone.value.replaceAll(/\D/g, '')).toBe('9876543210');
    expect(screen.queryByText('Phone number must be 10 digits')).toBeNull();
  },
);
