import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleMe, serveDesk } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { DeskProblem } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { ApprovalFields } from './ApprovalFields';
import { useApproval } from './use-approval';

type Approver = components['schemas']['Approver'];

const nisha: Approver = {
  id: '21',
  name: 'Nisha Trivedi',
  role: 'manager',
  has_pin: true,
  has_app: false,
  has_passkey: false,
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Shows a form about `amount_paise` that was refused with `code`, and chooses `person`, the only colleague. */
async function chooseColleague(
  person: Approver,
  pin_limit_paise: number,
  { code = 'approval_needed', isPaired = false, amount_paise = 300_000 } = {},
) {
  serveDesk({
    'GET /api/desk/me': () => ({
      ...sampleMe,
      device: isPaired ? { id: '3', label: 'Front desk', lock_seconds: 600 } : null,
    }),
    'GET /api/desk/venues/{venue}/approvers': () => ({ people: [person], pin_limit_paise }),
  });
  const { user } = renderScreen({ path: '/', component: Form });
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));

  function Form() {
    const form = useApproval({ venue: 1, permission: 'refund.cash', amount_paise });
    const refuse = (because: string) => form.onRefused(new DeskProblem(new Response(null), problem(because)));
    return (
      <>
        <button
          type="button"
          onClick={() => {
            refuse('approval_needed');
            refuse(code);
          }}
        >
          Ask
        </button>
        {form.isNeeded && <ApprovalFields form={form} what="Give it back." onClose={() => undefined} />}
      </>
    );
  }
}

test('a PIN limit below the amount is the reason why a colleague cannot approve', async () => {
  await chooseColleague(nisha, 200_000);
  expect(await screen.findByText('Nisha Trivedi cannot approve here. A PIN is enough only up to ₹2,000.')).toBeTruthy();
});

test('on a device that is not paired no PIN counts', async () => {
  await chooseColleague(nisha, 0);
  expect(
    await screen.findByText('Nisha Trivedi cannot approve here. A PIN counts only on a paired device.'),
  ).toBeTruthy();
});

test('on a device that is not paired a code is asked for, also if no amount is decided', async () => {
  await chooseColleague({ ...nisha, has_app: true }, 0, { amount_paise: 0 });
  expect(await screen.findByLabelText('Code of the app of Nisha Trivedi')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'By PIN' })).toBeNull();
});

test('a PIN that the server does not accept is the reason, also if the amount is small enough', async () => {
  await chooseColleague(nisha, 400_000, { code: 'approval_code_needed', isPaired: true });
  expect(await screen.findByText('Nisha Trivedi cannot approve here. A PIN is not enough for this.')).toBeTruthy();
});

test('if neither the PIN nor the passkey of a colleague can be used here, both reasons are given', async () => {
  await chooseColleague({ ...nisha, has_passkey: true }, 200_000);
  expect(
    await screen.findByText(
      'Nisha Trivedi cannot approve here. A PIN is enough only up to ₹2,000. This browser does not support passkeys.',
    ),
  ).toBeTruthy();
});

test('a browser without passkeys is the reason for a colleague who has only a passkey', async () => {
  await chooseColleague({ ...nisha, has_pin: false, has_passkey: true }, 200_000);
  expect(
    await screen.findByText('Nisha Trivedi has only a passkey, and this browser does not support passkeys.'),
  ).toBeTruthy();
});
