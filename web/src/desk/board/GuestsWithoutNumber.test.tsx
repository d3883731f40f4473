import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleBoardBooking, sampleBooking, sampleMe } from '@/testing/desk-server';
import { toasts } from '@/testing/toasts';
import { BOARD, BOOK, bookedAnswer, field, freeSlot, open, prepareEach, submit } from './new-booking.test-kit';
import { BOOKING, ORDER } from './open-booking.test-kit';

prepareEach();

const ADD = 'PUT /api/desk/bookings/{order}/player';

describe('a new booking without a number', () => {
  test('has a name alone, and says that nothing is sent', async () => {
    const { user, calls } = open({ [BOOK]: ({ body }) => bookedAnswer(body, 'Asha') }, '?book=23-1140');
    await field();
    await user.click(await screen.findByRole('button', { name: 'Book without a number' }));
    const name = await screen.findByRole('combobox', { name: 'Name, if the guest gives one' });
    expect(document.activeElement).toBe(name);
    expect(screen.getAllByText(/Nothing is texted or mailed/).length).toBeGreaterThan(0);
    await user.keyboard('As{Enter}');
    expect(await screen.findByText('A name of at least 3 letters, like Rohan')).toBeTruthy();
    await user.keyboard('ha');
    await submit('Book for Asha · ₹1,000');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls(BOOK)[0]?.body?.['player']).toEqual({ name: 'Asha', no_phone: true }));
  });

  test('has no name at all if the guest gives none', async () => {
    const { user, calls } = open({ [BOOK]: ({ body }) => bookedAnswer(body, 'Guest') }, '?book=23-1140');
    await field();
    await user.click(await screen.findByRole('button', { name: 'Book without a number' }));
    await user.click(await submit('Book for Guest · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)[0]?.body?.['player']).toEqual({ name: null, no_phone: true }));
  });

  test('can go back to a booking with a number', async () => {
    const { user } = open({}, '?book=23-1140');
    await field();
    await user.click(await screen.findByRole('button', { name: 'Book without a number' }));
    await user.click(await screen.findByRole('button', { name: 'Type a number instead' }));
    await user.type(await field(), '1736');
    expect(await submit('Book for Rohan Mehta · ₹1,000')).toBeTruthy();
  });
});

describe('a guest who pays at once', () => {
  const permissions = { 'board.read': 'yes', 'booking.make': 'yes', 'attendance.mark': 'yes', 'payment.take': 'yes' };
  const cashier = { 'GET /api/desk/me': () => ({ ...sampleMe, permissions }) };
  const cash = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Cash' });
  const letterHint = 'Paid at once, without a number. To write a name, type on.';

  test('is booked, has paid and is here after W, C and Enter', async () => {
    const { user, calls } = open({ ...cashier, [BOOK]: ({ body }) => bookedAnswer(body, 'Guest') });
    (await freeSlot(3)).focus();
    await user.keyboard('w');
    await field();
    await user.keyboard('c');
    expect(cash().checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'The players are here' }).checked).toBe(true);
    expect(screen.getAllByText(letterHint).length).toBeGreaterThan(0);
    await submit('Book for Guest and take ₹1,000');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    expect(calls(BOOK)[0]?.body).toMatchObject({
      player: { name: null, no_phone: true },
      pay: { tender: 'cash' },
      arrive: true,
    });
  });

  test('a name that begins with C keeps its C, and the guest pays later', async () => {
    const { user } = open(cashier, '?book=23-1140');
    await user.type(await field(), 'C');
    expect(cash().checked).toBe(true);
    await user.keyboard('h');
    expect((await field()).value).toBe('Ch');
    expect(cash().checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Later' }).checked).toBe(true);
    expect(screen.queryByText(letterHint)).toBeNull();
    await user.keyboard('{Backspace}{Backspace}');
    expect(cash().checked).toBe(false);
  });

  test('another tender that is chosen by hand replaces the letter', async () => {
    const { user, calls } = open({ ...cashier, [BOOK]: ({ body }) => bookedAnswer(body, 'Guest') }, '?book=23-1140');
    await user.type(await field(), 'c');
    await user.click(screen.getByRole('radio', { name: 'Card' }));
    expect((await field()).value).toBe('');
    await user.click(await submit('Book for Guest and take ₹1,000'));
    await waitFor(() => expect(calls(BOOK)[0]?.body).toMatchObject({ pay: { tender: 'card' } }));
  });

  test('a letter is part of the name for a person who takes no money', async () => {
    const { user, calls } = open({}, '?book=23-1140');
    await user.type(await field(), 'c{Enter}');
    expect(await screen.findByText('Type a phone number or a name first.')).toBeTruthy();
    expect(screen.queryByText(letterHint)).toBeNull();
    expect(calls(BOOK)).toEqual([]);
  });
});

describe('the booking of a guest without a number', () => {
  const player = { ...sampleBooking({}).player, name: 'Asha', phone: null, first_visit: false };

  function openGuest(reply: () => unknown) {
    return open(
      {
        [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ name: 'Asha', phone_tail: null })] }),
        [BOOKING]: () => sampleBooking({ player }),
        [ADD]: reply as never,
      },
      `?open=${ORDER}`,
    );
  }

  test('shows no number and no way to call, and is given one', async () => {
    const { user, calls } = openGuest(() =>
      sampleBooking({ player: { ...player, name: 'Asha', phone: '98250 41736' }, version: 8 }),
    );
    expect(await screen.findByText('No number')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Call|WhatsApp/ })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    const phone = await screen.findByRole('textbox', { name: 'Mobile number' });
    expect(document.activeElement).toBe(phone);
    expect(screen.getByText(/^The booking, and all that was booked with it, goes to the player/)).toBeTruthy();
    await user.keyboard('98250{Enter}');
    expect(await screen.findByText('Ten digits, like 98250 41736')).toBeTruthy();
    expect(calls(ADD)).toEqual([]);
    await user.clear(phone);
    await user.keyboard('+98250 41736{Enter}');
    expect(await screen.findByText('Write the ten digits of an Indian number, without +.')).toBeTruthy();
    expect(calls(ADD)).toEqual([]);
    await user.clear(phone);
    await user.keyboard('98250 41736{Enter}');
    await waitFor(() => expect(calls(ADD)[0]?.body).toEqual({ phone: '9825041736', name: null }));
    expect(await screen.findByText('98250 41736')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Mobile number' })).toBeNull();
  });

  test('is given the ten digits of a number that was typed with 0091, which the server does not read', async () => {
    const { user, calls } = openGuest(() => sampleBooking({ player: { ...player, phone: '98250 41736' }, version: 8 }));
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    await user.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '0091 98250 41736{Enter}');
    await waitFor(() => expect(calls(ADD)[0]?.body).toEqual({ phone: '9825041736', name: null }));
  });

  test('asks for the name if no player has the number, and keeps what was typed', async () => {
    const { user } = openGuest(() => [422, problem('invalid', { fields: { name: 'required' } })]);
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    await user.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '9825041736{Enter}');
    expect(await screen.findByText('This number is new. Type the name, too.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name, if the number is new' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' }).value).toBe('9825041736');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Add a number' }));
  });

  test('stays open at Escape on a button of the form of its number, which closes the form', async () => {
    const { user, place } = openGuest(() => [422, problem('invalid', { fields: { name: 'required' } })]);
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    await screen.findByRole('textbox', { name: 'Mobile number' });
    screen.getByRole('button', { name: 'Do not add it' }).focus();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Add a number' }));
    expect(place()).toContain(ORDER);
  });

  test('is given the number of a blocked player with the approval of a colleague', async () => {
    const nisha = { id: '5', name: 'Nisha Trivedi', role: 'manager' as const };
    const { user, calls } = open(
      {
        [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ name: 'Asha', phone_tail: null })] }),
        [BOOKING]: () => sampleBooking({ player }),
        'GET /api/desk/venues/{venue}/approvers': () => ({
          people: [{ ...nisha, has_pin: false, has_app: true, has_passkey: false }],
          pin_limit_paise: 0,
        }),
        [ADD]: ({ body }) =>
          body?.['approval'] === undefined
            ? [403, problem('approval_needed')]
            : sampleBooking({ player: { ...player, phone: '98250 41736' }, version: 8 }),
      },
      `?open=${ORDER}`,
    );
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    await user.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '9825041736{Enter}');
    expect(
      await screen.findByText(/The player with this number is blocked. Add the number all the same./),
    ).toBeTruthy();
    expect(screen.queryByText('The number was not added')).toBeNull();
    await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));
    // Without a code nothing is sent.
    await user.click(screen.getByRole('button', { name: /Save the number/ }));
    expect(calls(ADD)).toHaveLength(1);
    await user.type(screen.getByLabelText('Code of the app of Nisha Trivedi'), '123456{Enter}');
    await waitFor(() => expect(calls(ADD)).toHaveLength(2));
    expect(calls(ADD)[1]?.body).toEqual({
      phone: '9825041736',
      name: null,
      approval: { staff: '5', code: '123456' },
    });
    expect(await screen.findByText('98250 41736')).toBeTruthy();
  });

  test('is not named to the next person if the answer about its number comes late', async () => {
    const answer = deferred<ReturnType<typeof sampleBooking>>();
    const { user, calls, queryClient } = openGuest(() => answer.promise);
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    await user.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '9825041736{Enter}');
    await waitFor(() => expect(calls(ADD)).toHaveLength(1));
    // The screen ends with the session, and another person signs in.
    cleanup();
    queryClient.setQueryData(['me'], { ...sampleMe, staff: { ...sampleMe.staff, id: '13' } });
    answer.resolve(sampleBooking({ player: { ...player, phone: '98250 41736' }, version: 8 }));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(toasts()).toEqual([]);
  });

  test('keeps the form of its number open while that is saved, and a refusal after the panel was closed is reported', async () => {
    const answer = deferred<unknown>();
    const { user, place } = openGuest(() => answer.promise);
    await user.click(await screen.findByRole('button', { name: 'Add a number' }));
    const phone = await screen.findByRole('textbox', { name: 'Mobile number' });
    await user.type(phone, '9825041736{Enter}{Escape}');
    expect(document.activeElement).toBe(phone);
    expect(screen.getByRole('button', { name: 'Do not add it' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Close the booking' }));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    answer.resolve([422, problem('invalid', { fields: { name: 'required' } })]);
    await vi.waitFor(() => expect(toasts()[0]?.title).toBe('The number was not added'));
  });
});
