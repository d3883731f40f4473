import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem } from '@/testing/desk-server';
import { toastTexts } from '@/testing/toasts';
import { setBookingFor } from '@/desk/lib/booking-for';
import {
  BOOK,
  bookedAnswer,
  field,
  FIND,
  freeSlot,
  open,
  prepareEach,
  RELEASE,
  rohan,
  rohini,
  submit,
} from './new-booking.test-kit';

prepareEach();

describe('a known player', () => {
  test('is booked by the cell, four digits and Enter', async () => {
    const { user, place, calls } = open();
    await user.click(await freeSlot(3));
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    expect(screen.getByRole('option', { name: /Rohan Mehta.*• 1736/ }).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place()).toBe('/v/1/board?open=48231140'));
    expect(calls(BOOK).map(({ body }) => body)).toEqual([
      {
        day: '2026-11-22',
        slots: [{ court: 23, minute: 1140 }],
        later_weeks: [],
        player: { id: '9' },
        contact_name: null,
        total_paise: 100_000,
        pay: null,
        arrive: false,
      },
    ]);
    expect(toastTexts()).toEqual(['Booked for Rohan Mehta, Court 3, 7 PM']);
    expect(await screen.findByRole('complementary', { name: 'Booking' })).toBeTruthy();
    expect(document.activeElement?.tagName).toBe('H2');
    // The booking took the place of the hold.
    expect(calls(RELEASE)).toHaveLength(0);
  });

  test('is chosen by the arrows and named on the button', async () => {
    const { user, calls } = open({ [BOOK]: ({ body }) => bookedAnswer(body, 'Rohini Shah') }, '?book=23-1140');
    await user.type(await field(), 'roh');
    await submit('Book for Rohan Mehta · ₹1,000');
    expect((await field()).getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { name: /Rohan Mehta/ }).id,
    );
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    await user.keyboard('{ArrowDown}');
    await submit('Book for Rohini Shah · ₹1,000');
    expect(scrolled.mock.contexts).toContain(screen.getByRole('option', { name: /Rohini Shah/ }));
    scrolled.mockRestore();
    await user.keyboard('{ArrowDown}');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.click(screen.getByRole('option', { name: /Rohini Shah/ }));
    expect(document.activeElement).toBe(await field());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls(BOOK)[0]?.body?.['player']).toEqual({ id: '10' }));
  });

  test('who was found for an earlier text is not booked', async () => {
    const later = deferred<void>();
    const { user, calls } = open(
      {
        [FIND]: async ({ query }) => {
          if (query.get('q') === 'roh') return { bookings: [], more_players: false, players: [rohan, rohini] };
          await later.promise;
          return { bookings: [], more_players: false, players: [rohini, rohan] };
        },
      },
      '?book=23-1140',
    );
    await user.type(await field(), 'roh');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.keyboard('i{Enter}');
    expect(screen.getByRole<HTMLButtonElement>('option', { name: /Rohan/ }).disabled).toBe(true);
    later.resolve();
    // If several players are found, the clerk sees first for whom Enter books.
    expect(await submit('Book for Rohini Shah · ₹1,000')).toBeTruthy();
    expect(calls(BOOK)).toHaveLength(0);
  });

  test('who is the only hit is booked by an Enter that came before the answer', async () => {
    const { user, calls } = open({}, '?book=23-1140');
    await user.type(await field(), '1736{Enter}');
    await waitFor(() => expect(calls(BOOK)[0]?.body?.['player']).toEqual({ id: '9' }));
    expect(calls(BOOK)).toHaveLength(1);
  });

  test('can have another person come', async () => {
    const { user, calls } = open({}, '?book=23-1140');
    await user.type(await field(), '1736');
    await user.click(await submit('Another person comes'));
    const contact = screen.getByLabelText('Who comes, if not the player');
    expect(document.activeElement).toBe(contact);
    await user.keyboard('As{Enter}');
    expect(await screen.findByText('A name of at least 3 letters, like Asha')).toBeTruthy();
    await user.keyboard('ha Patel{Enter}');
    await waitFor(() => expect(calls(BOOK)[0]?.body?.['contact_name']).toBe('Asha Patel'));
  });

  test('who was chosen before the hour and is not among those found is named as the reason', async () => {
    setBookingFor({ text: 'roh', name: 'Rohit Desai', player: '11' });
    const { user, calls } = open({}, '?book=23-1140');
    const other = await screen.findByRole('option', { name: /Rohini Shah/ });
    await user.click(await submit('Book · ₹1,000'));
    const reason = 'The player you chose is not in this list. Type the phone number, or choose another player.';
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByText(/No player was found/)).toBeNull();
    expect(calls(BOOK)).toHaveLength(0);
    await user.click(other);
    expect(await submit('Book for Rohini Shah · ₹1,000')).toBeTruthy();
    expect(screen.queryByText(reason)).toBeNull();
  });

  test('a search that fails says so and can be repeated', async () => {
    let fails = true;
    const { user } = open(
      {
        [FIND]: () => (fails ? [403, problem('not_allowed')] : { bookings: [], more_players: false, players: [rohan] }),
      },
      '?book=23-1140',
    );
    await user.type(await field(), '1736');
    expect(await screen.findByText('The search brought no answer')).toBeTruthy();
    fails = false;
    await user.click(await submit('Try again'));
    expect(await submit('Book for Rohan Mehta · ₹1,000')).toBeTruthy();
  });
});

describe('a new player', () => {
  test('is booked with ten digits and a name of at least three letters', async () => {
    const { user, calls } = open({ [BOOK]: ({ body }) => bookedAnswer(body, 'Devang Raval') }, '?book=23-1140');
    await user.type(await field(), '+91 98980 12345');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    // Enter goes on to the name, which has no error before something was typed.
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(name);
    expect(screen.queryByText(/at least 3 letters/)).toBeNull();
    await user.keyboard('De{Enter}');
    const error = await screen.findByText('A name of at least 3 letters, like Rohan');
    expect(name.getAttribute('aria-describedby')).toContain(error.id);
    await user.keyboard('vang Raval');
    await submit('Book for Devang Raval · ₹1,000');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(calls(BOOK)[0]?.body?.['player']).toEqual({ name: 'Devang Raval', phone: '9898012345' }),
    );
  });

  test('what is missing is said at the field', async () => {
    const { user } = open({}, '?book=23-1140');
    await user.click(await submit('Book · ₹1,000'));
    expect(await screen.findByText('Type a phone number or a name first.')).toBeTruthy();
    expect(document.activeElement).toBe(await field());
    await user.keyboard('zzz');
    const noMatch = 'No player was found. Type the phone number for a new player.';
    expect((await screen.findAllByText(noMatch)).length).toBeGreaterThan(0);
    await user.clear(await field());
    await user.keyboard('555123');
    expect((await screen.findAllByText(/No player was found\. All ten digits/)).length).toBeGreaterThan(0);
    await user.keyboard('{Enter}');
    const error = await screen.findByText('Ten digits, like 98250 41736');
    expect((await field()).getAttribute('aria-describedby')).toContain(error.parentElement?.id ?? error.id);
    await user.clear(await field());
    await user.keyboard('+98250 41736{Enter}');
    expect(await screen.findByText('Write the ten digits of an Indian number, without +.')).toBeTruthy();
  });

  test('a field that the server refuses is marked', async () => {
    const { user } = open({ [BOOK]: () => [422, problem('invalid', { fields: { phone: 'phone' } })] }, '?book=23-1140');
    await user.type(await field(), '1736');
    await submit(/Rohan Mehta/);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Ten digits, like 98250 41736')).toBeTruthy();
    await user.keyboard('5');
    expect(screen.queryByText('Ten digits, like 98250 41736')).toBeNull();
  });

  test('a field that is refused when the next caller is typed is not marked, and the refusal names the player', async () => {
    const answer = deferred<readonly [422, ReturnType<typeof problem>]>();
    const { user, calls } = open({ [BOOK]: () => answer.promise }, '?book=23-1140');
    await user.type(await field(), '1736');
    await user.click(await submit(/Rohan Mehta/));
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    await user.clear(await field());
    await user.type(await field(), '9901');
    await submit(/Rohini Shah/);
    answer.resolve([422, problem('invalid', { fields: { phone: 'phone' } })]);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Nothing was bookedRohan Mehta: Something in the form is not right.',
    );
    expect(screen.queryByText('Ten digits, like 98250 41736')).toBeNull();
  });

  test('a refusal that belongs to no field is shown above the button', async () => {
    const { user } = open(
      { [BOOK]: () => [422, problem('invalid', { fields: { player: 'unknown' } })] },
      '?book=23-1140',
    );
    await user.type(await field(), '1736');
    await submit(/Rohan Mehta/);
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Nothing was bookedSomething in the form is not right.',
    );
  });
});
