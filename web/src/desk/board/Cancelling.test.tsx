import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { setServerAway } from '@/lib/online';
import { pause } from '@/lib/pause';
import { requestOptions, stubAuthenticator, type FakeAuthenticator } from '@/testing/authenticator';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleMe,
  type DeskReplies,
} from '@/testing/desk-server';
import { toastTexts, toasts } from '@/testing/toasts';
import { stubWindowWidth } from '@/testing/window-width';
import type { components } from '@/desk/api/schema';
import { BOARD, field, freeSlot, open, prepareEach } from './new-booking.test-kit';
import { BOOKING, ME, ORDER, button } from './open-booking.test-kit';

prepareEach();

const PREVIEW = 'GET /api/desk/bookings/{order}/cancellation';
const CANCEL = 'POST /api/desk/bookings/{order}/cancellations';

const paid = { paid_paise: 85_000, due_paise: 0 };

/** The board with an opened booking of which ₹850 was paid, for a person who may do these things. */
function openBooking(permissions: Record<string, string>, replies: DeskReplies = {}) {
  const me = { ...sampleMe, permissions: { 'board.read': 'yes', 'attendance.mark': 'yes', ...permissions } };
  return open(
    {
      [ME]: () => me,
      [BOOKING]: () => sampleBooking(paid),
      [PREVIEW]: () => ({ version: 7, kept_paise: 85_000, refund_paise: 82_000, late: false }),
      [CANCEL]: ({ body }) => sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: refund(body) }),
      ...replies,
    },
    `?open=${ORDER}`,
  );
}

function refund(body: Record<string, unknown> | null): number {
  return typeof body?.['refund_paise'] === 'number' ? body['refund_paise'] : 82_000;
}

type CancelReply = ReturnType<typeof sampleBooking> | ReturnType<typeof refused>;

const refused = () => [409, problem('refund_changed')] as const;

const manager = { 'booking.cancel': 'yes', 'booking.cancel_beyond_policy': 'yes' };
const clerk = { 'booking.cancel': 'yes', 'booking.cancel_beyond_policy': 'ask' };
const start = () => screen.findByRole('button', { name: /^Cancel booking/ });

test('a person who may not cancel gets no button for it', async () => {
  openBooking({});
  await screen.findByText('Rohan Mehta', { selector: 'h3' });
  expect(screen.queryByRole('button', { name: /^Cancel booking/ })).toBeNull();
});

test('the amount that goes back is shown first, and for a clerk it is the policy’s', async () => {
  const { user, calls } = openBooking(clerk);
  await user.click(await start());
  await screen.findByText(/₹820 goes back to the player, ₹30 is kept\./);
  await user.click(await button('Cancel, ₹820 back'));
  await waitFor(() =>
    expect(calls(CANCEL)[0]?.body).toEqual({ shown_refund_paise: 82_000, refund_paise: null, reason: null }),
  );
  await waitFor(() => expect(toastTexts()).toEqual(['The booking of Rohan Mehta is cancelled, ₹820 goes back.']));
  await screen.findByText('Cancelled');
});

test('a read of the booking that began before its cancellation does not take it back', async () => {
  const late = deferred<ReturnType<typeof sampleBooking>>();
  const reads: Promise<ReturnType<typeof sampleBooking>>[] = [];
  let now = sampleBooking(paid);
  const { user, queryClient } = openBooking(clerk, {
    [BOOKING]: () => reads.shift() ?? now,
    [CANCEL]: () => {
      now = sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 82_000 });
      return now;
    },
  });
  await user.click(await start());
  const confirm = await button('Cancel, ₹820 back');
  reads.push(late.promise);
  // As after a return to the tab.
  const read = queryClient.refetchQueries({ queryKey: ['booking', ORDER] });
  await waitFor(() => expect(reads).toEqual([]));
  await user.click(confirm);
  await screen.findByText('Cancelled');
  late.resolve(sampleBooking(paid));
  await act(() => read);
  expect(queryClient.getQueryData(['booking', ORDER])).toMatchObject({ status: 'cancelled' });
});

test('no other part takes the focus from a reason that is being typed when the server goes away', async () => {
  // Compiled before, as the panel of the board is.
  await import('@/desk/offline-booking/OfflineBooking');
  const { user } = openBooking(clerk, { [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking()] }) });
  await user.click(await start());
  const reason = await screen.findByLabelText('Reason');
  await user.type(reason, 'Ra');
  act(() => setServerAway(true));
  onTestFinished(() => setServerAway(false));
  await screen.findByText('Needs the server', { selector: 'h3' });
  expect(document.activeElement).toBe(reason);
  // As a browser does, because the field is inert.
  act(() => reason.blur());
  act(() => setServerAway(false));
  await waitFor(() => expect(reason.closest('[inert]')).toBeNull());
  expect(document.activeElement).toBe(reason);
});

test('the second press of a double click does not cancel before the amount was read', async () => {
  const { user, calls } = openBooking(clerk);
  await user.click(await start());
  const confirm = await button('Cancel, ₹820 back');
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(confirm, { detail: 2 });
  await act(() => pause(0));
  expect(calls(CANCEL)).toEqual([]);
  expect(confirm.isConnected).toBe(true);
});

test('a manager gives back another amount and says why', async () => {
  const { user, calls } = openBooking(manager);
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  const amount = await screen.findByLabelText('Goes back, in rupees');
  expect(document.activeElement).toBe(amount);
  await user.clear(amount);
  await user.type(amount, '900');
  await user.click(await button('Cancel, ₹900 back'));
  await screen.findByText('₹0, or from ₹1 to ₹850');
  await user.clear(amount);
  await user.type(amount, '850');
  await user.click(await button('Cancel, ₹850 back'));
  await screen.findByText('Say why another amount goes back');
  expect(calls(CANCEL)).toEqual([]);
  await user.type(screen.getByLabelText('Reason'), 'Lights failed');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(calls(CANCEL)[0]?.body).toEqual({
      shown_refund_paise: 82_000,
      refund_paise: 85_000,
      reason: 'Lights failed',
    }),
  );
});

test('a limit of the server is shown at the amount until another one is typed', async () => {
  const { user } = openBooking(manager, {
    [CANCEL]: () => [422, problem('invalid', { fields: { refund_paise: 'beyond_manager' } })],
  });
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(await screen.findByLabelText('Reason'), 'Lights failed');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('This is more than a manager may give back. Ask an owner.')).toBeTruthy();
  const amount = screen.getByLabelText('Goes back, in rupees');
  await user.clear(amount);
  await user.type(amount, '830');
  expect(screen.queryByText('This is more than a manager may give back. Ask an owner.')).toBeNull();
});

test('while a booking is being cancelled it cannot be kept, and a refusal after its panel was closed is reported', async () => {
  const answer = deferred<ReturnType<typeof refused>>();
  const { user, place } = openBooking(clerk, { [CANCEL]: () => answer.promise });
  await user.click(await start());
  const reason = await screen.findByLabelText('Reason');
  await user.type(reason, 'Called{Enter}');
  expect(screen.getByRole('button', { name: 'Keep booking' })).toHaveProperty('disabled', true);
  await user.type(reason, '{Escape}');
  expect(screen.getByRole('heading', { name: 'Cancel this booking?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close the booking' }));
  await waitFor(() => expect(place()).toBe('/v/1/board'));
  answer.resolve(refused());
  await vi.waitFor(() => expect(toasts()[0]?.title).toBe('The booking of Rohan Mehta is not cancelled'));
});

test('of a cancellation without an answer it is said that its outcome is unknown, and not that there is no network', async () => {
  const { user } = openBooking(clerk, { [CANCEL]: () => 'no network' });
  await user.click(await start());
  await user.click(await button('Cancel, ₹820 back'));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.queryByText(failureTexts.network)).toBeNull();
}, 20_000);

test('a cancellation that is answered after its panel was closed takes no focus from the next panel', async () => {
  const answer = deferred<ReturnType<typeof sampleBooking>>();
  const { user } = openBooking({ ...clerk, 'booking.make': 'yes' }, { [CANCEL]: () => answer.promise });
  await user.click(await start());
  await user.click(await button('Cancel, ₹820 back'));
  await user.click(screen.getByRole('button', { name: 'Close the booking' }));
  await user.click(await freeSlot(2));
  await user.type(await field(), 'Ro');
  answer.resolve(sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 82_000 }));
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  expect(document.activeElement).toBe(await field());
});

describe('an answer that comes when another person has signed in', () => {
  /** Cancels the booking; the screen ends with the session, another person signs in, and then the answer comes. */
  async function answerLate(answer: CancelReply) {
    const late = deferred<CancelReply>();
    const { user, calls, queryClient } = openBooking(clerk, { [CANCEL]: () => late.promise });
    await user.click(await start());
    await user.click(await button('Cancel, ₹820 back'));
    await waitFor(() => expect(calls(CANCEL)).toHaveLength(1));
    cleanup();
    queryClient.setQueryData(['me'], { ...sampleMe, staff: { ...sampleMe.staff, id: '13' } });
    late.resolve(answer);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  }

  test('does not tell them whose booking is cancelled', async () => {
    await answerLate(sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 82_000 }));
    expect(toasts()).toEqual([]);
  });

  test('tells them of a refusal without the name of the player', async () => {
    await answerLate(refused());
    expect(toasts().map(({ title }) => title)).toEqual(['The booking is not cancelled']);
  });
});

test('the question says that only a player who was told of the booking is told of the cancellation', async () => {
  const player = { ...sampleBooking().player, phone: null };
  const { user } = openBooking(clerk, { [BOOKING]: () => sampleBooking({ ...paid, player }) });
  await user.click(await start());
  const text = await screen.findByText(/^Nothing|goes back to the player/);
  expect(text.textContent).toMatch(/at once\. A player who was told of the booking is told of this\.$/);
});

test('the question can be answered by keeping the booking', async () => {
  const { user, calls } = openBooking(clerk);
  await user.click(await start());
  await user.click(await button('Keep booking'));
  await start();
  expect(calls(CANCEL)).toEqual([]);
});

test('nothing can be cancelled while the amount that goes back is unknown', async () => {
  const { user } = openBooking(clerk, { [PREVIEW]: () => [409, problem('wrong_state')] });
  await user.click(await start());
  await screen.findByText('It is not known what goes back');
  expect(screen.queryByRole('button', { name: /^Cancel, / })).toBeNull();
});

test('if the amount has changed, the new one is shown before anything is cancelled, and the reason stays', async () => {
  let isLate = false;
  const { user, calls } = openBooking(clerk, {
    [PREVIEW]: () => ({ version: 7, kept_paise: 85_000, refund_paise: isLate ? 0 : 82_000, late: isLate }),
    [CANCEL]: ({ body }) =>
      body?.['shown_refund_paise'] === 0
        ? sampleBooking({ ...paid, version: 8, status: 'cancelled' })
        : [409, problem('refund_changed')],
  });
  await user.click(await start());
  await user.type(await screen.findByLabelText('Reason'), 'Called late');
  isLate = true;
  await user.click(await button('Cancel, ₹820 back'));
  await screen.findByText(/The cut-off has passed: nothing of ₹850 goes back\./);
  expect(screen.getByText('Another amount goes back by now. Look at it again.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Called late');
  await user.click(await button('Cancel booking'));
  await waitFor(() => expect(calls(CANCEL)).toHaveLength(2));
  await waitFor(() => expect(toastTexts()).toEqual(['The booking of Rohan Mehta is cancelled.']));
});

test('a booking that a colleague has just moved is cancelled only after its new place is shown', async () => {
  const court = { id: 22, number: 2, name: 'Court 2', type: 'OUTDOOR' as const };
  const moved = sampleBooking({ ...paid, version: 8, court });
  const reread = deferred<typeof moved>();
  let isMoved = false;
  const { user, calls } = openBooking(clerk, {
    [BOOKING]: () => (isMoved ? reread.promise : sampleBooking(paid)),
    [PREVIEW]: () => ({ version: isMoved ? 8 : 7, kept_paise: 85_000, refund_paise: 82_000, late: false }),
  });
  const opener = await start();
  isMoved = true;
  await user.click(opener);
  await user.type(await screen.findByLabelText('Reason'), 'Called{Enter}');
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(2));
  expect(calls(CANCEL)).toEqual([]);
  reread.resolve(moved);
  await screen.findByRole('heading', { name: 'Court 2' });
  await waitFor(async () => expect((await button('Cancel, ₹820 back')).getAttribute('aria-busy')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Called');
  await user.click(await button('Cancel, ₹820 back'));
  await waitFor(() => expect(calls(CANCEL)[0]?.ifMatch).toBe('"8"'));
  expect(calls(PREVIEW)).toHaveLength(2);
});

test('if a booking that was changed meanwhile cannot be read again, the question says so and offers to try again', async () => {
  const court = { id: 22, number: 2, name: 'Court 2', type: 'OUTDOOR' as const };
  let state: 'first' | 'failing' | 'moved' = 'first';
  const { user, calls } = openBooking(clerk, {
    [BOOKING]: () => {
      if (state === 'failing') return [500, problem('internal')];
      return sampleBooking(state === 'first' ? paid : { ...paid, version: 8, court });
    },
    [PREVIEW]: () => ({
      version: state === 'first' ? 7 : 8,
      kept_paise: 85_000,
      refund_paise: 82_000,
      late: false,
    }),
  });
  const opener = await start();
  state = 'failing';
  await user.click(opener);
  await screen.findByText('The booking did not load');
  const cancel = await button('Cancel, ₹820 back');
  expect(cancel.getAttribute('aria-busy')).toBeNull();
  await user.click(cancel);
  state = 'moved';
  await user.click(await button('Try again'));
  await screen.findByRole('heading', { name: 'Court 2' });
  await waitFor(() => expect(screen.queryByText('The booking did not load')).toBeNull());
  expect(calls(CANCEL)).toEqual([]);
  await waitFor(async () => expect((await button('Cancel, ₹820 back')).getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(await button('Cancel, ₹820 back'));
  await waitFor(() => expect(calls(CANCEL)[0]?.ifMatch).toBe('"8"'));
});

const APPROVERS = 'GET /api/desk/venues/{venue}/approvers';
const approvers: components['schemas']['Approvers'] = {
  pin_limit_paise: 200_000,
  people: [
    { id: '21', name: 'Nisha Trivedi', role: 'manager', has_pin: true, has_app: true, has_passkey: false },
    { id: '22', name: 'Devang Shah', role: 'owner', has_pin: false, has_app: true, has_passkey: false },
  ],
};

test('a manager approves another amount by a PIN; a wrong one keeps what was typed', async () => {
  const { user, calls } = openBooking(clerk, {
    [APPROVERS]: () => approvers,
    [CANCEL]: ({ body }) => {
      const approval = body?.['approval'] as { pin?: string } | undefined;
      if (approval === undefined) return [403, problem('approval_needed')];
      if (approval.pin !== '503816') return [403, problem('approval_wrong')];
      return sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 85_000 });
    },
  });
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(screen.getByLabelText('Reason'), 'Lights failed{Enter}');
  await screen.findByText('Cancel with ₹850 back instead of ₹820. A manager or an owner approves.');
  await user.click(await button('Cancel, ₹850 back'));
  expect(await screen.findByText('Choose who approves')).toBeTruthy();
  await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));
  await user.type(await screen.findByLabelText('PIN of Nisha Trivedi'), '111222{Enter}');
  expect(await screen.findByText(/That is not the PIN or code of this colleague/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Lights failed');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Nisha Trivedi' }).checked).toBe(true);
  await user.type(screen.getByLabelText('PIN of Nisha Trivedi'), '503816{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['The booking of Rohan Mehta is cancelled, ₹850 goes back.']));
  expect(calls(CANCEL).map(({ body }) => body?.['approval'])).toEqual([
    undefined,
    { staff: '21', pin: '111222' },
    { staff: '21', pin: '503816' },
  ]);
  // Each attempt is a call of its own.
  expect(new Set(calls(CANCEL).map(({ key }) => key)).size).toBe(3);
});

/** Asks to give back more than the policy, up to the choice of who approves; PINs count up to this limit. */
async function askToApprove(pin_limit_paise: number) {
  const view = openBooking(clerk, {
    [APPROVERS]: () => ({ ...approvers, pin_limit_paise }),
    [CANCEL]: ({ body }) =>
      body?.['approval'] === undefined
        ? [403, problem('approval_needed')]
        : sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 85_000 }),
  });
  await view.user.click(await start());
  await view.user.click(await button('Give back another amount'));
  await view.user.type(screen.getByLabelText('Reason'), 'Lights failed{Enter}');
  return view;
}

test('a colleague without a PIN approves by a code', async () => {
  const { user, calls } = await askToApprove(200_000);
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('Code of the app of Devang Shah'), '287082{Enter}');
  await waitFor(() => expect(calls(CANCEL).at(-1)?.body?.['approval']).toEqual({ staff: '22', code: '287082' }));
});

test('above the limit of PINs a colleague who has one approves by a code, too', async () => {
  const { user, calls } = await askToApprove(80_000);
  await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));
  await user.type(await screen.findByLabelText('Code of the app of Nisha Trivedi'), '287082{Enter}');
  await waitFor(() => expect(calls(CANCEL).at(-1)?.body?.['approval']).toEqual({ staff: '21', code: '287082' }));
});

const START = 'POST /api/desk/venues/{venue}/approvers/{staff}/passkey';

test('a colleague who has only a passkey approves by it at this device, and each signature counts once', async () => {
  const authenticator: FakeAuthenticator = { calls: [], fails: 'NotAllowedError' };
  const { user, calls } = openBooking(clerk, {
    [APPROVERS]: () => ({
      ...approvers,
      people: [{ id: '23', name: 'Farah Sheikh', role: 'manager', has_pin: false, has_app: false, has_passkey: true }],
    }),
    [START]: () => requestOptions,
    [CANCEL]: ({ body }) => {
      if (body?.['approval'] === undefined) return [403, problem('approval_needed')];
      if (calls(CANCEL).length < 3) return [403, problem('approval_passkey_wrong')];
      return sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 85_000 });
    },
  });
  stubAuthenticator(authenticator);
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(screen.getByLabelText('Reason'), 'Lights failed{Enter}');
  await user.click(await screen.findByRole('radio', { name: 'Farah Sheikh' }));
  const confirm = await button('Confirm with the passkey of Farah Sheikh');
  await waitFor(() => expect(document.activeElement).toBe(confirm));
  expect(screen.queryByLabelText(/PIN of|Code of/)).toBeNull();
  await user.click(await button('Cancel, ₹850 back'));
  expect(await screen.findByText('First confirm with the passkey')).toBeTruthy();
  expect(calls(CANCEL)).toHaveLength(1);

  // The colleague cancels the prompt, then a signature is refused, then one is accepted.
  await user.click(confirm);
  expect(await screen.findByText(/The passkey was not used/)).toBeTruthy();
  delete authenticator.fails;
  await user.click(confirm);
  expect(await screen.findByText('This passkey does not count. Nothing was changed. Try again.')).toBeTruthy();
  await user.click(await button('Confirm with the passkey of Farah Sheikh'));
  await waitFor(() => expect(toastTexts()).toEqual(['The booking of Rohan Mehta is cancelled, ₹850 goes back.']));
  expect(calls(CANCEL).at(-1)?.body?.['approval']).toMatchObject({ staff: '23', credential: { type: 'public-key' } });
  expect(calls(START)).toHaveLength(3);
});

test('in a browser without passkeys a colleague who has only a passkey cannot approve, and the form says why', async () => {
  const { user } = openBooking(clerk, {
    [APPROVERS]: () => ({
      ...approvers,
      people: [
        { id: '23', name: 'Farah Sheikh', role: 'manager', has_pin: false, has_app: false, has_passkey: true },
        { id: '24', name: 'Nisha Trivedi', role: 'manager', has_pin: false, has_app: true, has_passkey: true },
      ],
    }),
    [CANCEL]: () => [403, problem('approval_needed')],
  });
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(screen.getByLabelText('Reason'), 'Lights failed{Enter}');
  await user.click(await screen.findByRole('radio', { name: 'Farah Sheikh' }));
  expect(
    await screen.findByText('Farah Sheikh has only a passkey, and this browser does not support passkeys.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Nisha Trivedi' }));
  expect(await screen.findByLabelText('Code of the app of Nisha Trivedi')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'By a passkey' })).toBeNull();
});

test('beyond a manager’s limit only an owner can approve, and Escape in the field keeps the booking', async () => {
  const { user } = openBooking(manager, {
    [APPROVERS]: () => approvers,
    [CANCEL]: () => [422, problem('invalid', { fields: { refund_paise: 'beyond_manager' } })],
  });
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(screen.getByLabelText('Reason'), 'Lights failed{Enter}');
  await screen.findByText('Cancel with ₹850 back instead of ₹820. An owner approves.');
  expect(await screen.findByRole('radio', { name: 'Devang Shah' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Nisha Trivedi' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('Code of the app of Devang Shah'), '28{Escape}');
  expect(document.activeElement).toBe(await start());
});

test('after an amount beyond a manager’s limit a smaller one needs no owner', async () => {
  const { user, calls } = openBooking(manager, {
    [APPROVERS]: () => approvers,
    [CANCEL]: ({ body }) =>
      body?.['refund_paise'] === 85_000
        ? [422, problem('invalid', { fields: { refund_paise: 'beyond_manager' } })]
        : sampleBooking({ ...paid, version: 8, status: 'cancelled', returned_paise: 83_000 }),
  });
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(screen.getByLabelText('Reason'), 'Lights failed{Enter}');
  await screen.findByText('This is more than a manager may give back. Ask an owner.');
  expect(screen.getByText('Cancel with ₹850 back instead of ₹820. An owner approves.')).toBeTruthy();
  const amount = screen.getByLabelText('Goes back, in rupees');
  await user.clear(amount);
  await user.type(amount, '830{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['The booking of Rohan Mehta is cancelled, ₹830 goes back.']));
  expect(calls(CANCEL).map(({ body }) => body?.['approval'])).toEqual([undefined, undefined]);
});

test('the question stays open, with what was typed, when the window becomes as narrow as a phone', async () => {
  const resize = stubWindowWidth(80);
  const { user } = openBooking(manager);
  await user.click(await start());
  await user.click(await button('Give back another amount'));
  await user.type(await screen.findByLabelText('Reason'), 'Lights failed');
  for (const rem of [50, 24, 80]) {
    resize(rem);
    expect(screen.queryByRole('grid') === null).toBe(rem < 40);
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Lights failed');
    expect(screen.getByLabelText<HTMLInputElement>('Goes back, in rupees').value).toBe('850');
  }
});

test('Escape keeps the booking and gives the focus back', async () => {
  const { user } = openBooking(clerk);
  await user.click(await start());
  await user.type(await screen.findByLabelText('Reason'), 'x{Escape}');
  expect(document.activeElement).toBe(await start());
});
