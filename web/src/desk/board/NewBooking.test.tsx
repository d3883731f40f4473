import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { pause } from '@/lib/pause';
import { problem, sampleBoard, sampleBoardBooking, sampleInstant, sampleMe } from '@/testing/desk-server';
import { onPhone } from '@/testing/on-phone';
import { toastTexts } from '@/testing/toasts';
import {
  BOARD,
  BOOK,
  bookedAnswer,
  field,
  freeSlot,
  HOLD,
  holdAnswer,
  open,
  panel,
  prepareEach,
  RELEASE,
  submit,
} from './new-booking.test-kit';

prepareEach();

describe('a free hour', () => {
  test('is no button for a person without the permission to book', async () => {
    open({ 'GET /api/desk/me': () => sampleMe }, '?book=23-1140');
    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /free, 1,000 rupees/ })).toBeNull();
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Walk-in' })).toBeNull();
  });

  test('opens the panel and is held; closing releases it and returns to the cell', async () => {
    const { user, place, calls } = open();
    (await freeSlot(3)).focus();
    await user.keyboard('{Enter}');
    expect(place()).toBe('/v/1/board?book=23-1140');
    expect(within(await panel()).getByRole('heading', { name: 'Court 3' })).toBeTruthy();
    expect(within(await panel()).getByText('7:00 – 7:55 PM')).toBeTruthy();
    expect(await screen.findByText(/Held for you for 2:00/)).toBeTruthy();
    expect(document.activeElement).toBe(await field());
    expect(calls(HOLD).map(({ body }) => body)).toEqual([{ day: '2026-11-22', court: 23, minute: 1140 }]);
    expect(await screen.findByRole('button', { name: 'Court 3, 7 to 8 PM, You are booking, selected' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(calls(RELEASE).map(({ params }) => params['hold'])).toEqual(['77231140']));
    expect(place()).toBe('/v/1/board');
    expect(screen.queryByRole('complementary')).toBeNull();
    await waitFor(async () => expect(document.activeElement).toBe(await freeSlot(3)));
  });

  test('whose booking was cancelled can be booked, and leads to that booking', async () => {
    const gone = { order: '55', court: 21, minute: 1140, name: 'Om Parmar', at: sampleInstant(900) };
    const { user, place } = open({ [BOARD]: () => sampleBoard({ cancelled: [gone] }) });
    await user.click(await freeSlot(1));
    expect(place()).toBe('/v/1/board?book=21-1140');
    await user.click(await screen.findByRole('button', { name: 'Om Parmar' }));
    expect(place()).toBe('/v/1/board?open=55');
  });

  test('is held again after a reload', async () => {
    const { calls } = open({}, '?book=23-1140');
    expect(await screen.findByText(/Held for you/)).toBeTruthy();
    expect(calls(HOLD)).toHaveLength(1);
    expect(document.activeElement).toBe(await field());
  });

  test('that the clerk holds already is chosen by a press, and a second press takes it out', async () => {
    const own = { id: '7', court: 23, minute: 1140, minutes: 60, until: sampleInstant(1105), by: 'Nisha', mine: true };
    const { user, place } = open({ [BOARD]: () => sampleBoard({ desk_holds: [own] }) });
    await user.click(await screen.findByRole('button', { name: 'Court 3, 7 to 8 PM, You are booking' }));
    expect(place()).toBe('/v/1/board?book=23-1140');
    await user.click(await screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, You are booking, selected/ }));
    expect(place()).toBe('/v/1/board');
  });
});

describe('the hold', () => {
  test('is released with the end that the server gave it; a hold that another tab made is not released', async () => {
    let isNew = true;
    const { user, calls } = open({ [HOLD]: ({ body }) => [201, holdAnswer(body ?? {}, 100_000, 1106, isNew)] });
    await user.click(await freeSlot(3));
    await screen.findByText(/Held for you for 2:00/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(calls(RELEASE).map(({ query }) => query.get('until'))).toEqual([sampleInstant(1106)]));
    isNew = false;
    await user.click(await freeSlot(2));
    await screen.findByText(/Held for you for 2:00/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    await pause(0);
    expect(calls(RELEASE)).toHaveLength(1);
  });

  test('is renewed by typing once less than half of it is left', async () => {
    const { user, calls } = open({}, '?book=23-1140');
    await screen.findByText(/Held for you for 2:00/);
    await user.type(await field(), 'a');
    expect(calls(HOLD)).toHaveLength(1);
    vi.setSystemTime(sampleInstant(1105.2));
    await user.type(await field(), 'b');
    await waitFor(() => expect(calls(HOLD)).toHaveLength(2));
    expect(calls(HOLD)[1]?.key).not.toBe(calls(HOLD)[0]?.key);
  });

  test('that has ended is reported, keeps what was typed, and can be taken again', async () => {
    // Two seconds from now.
    let until = 1104 + 2 / 60;
    const { user, calls } = open(
      { [HOLD]: ({ body }) => [201, holdAnswer(body ?? {}, 100_000, until)] },
      '?book=23-1140',
    );
    await user.type(await field(), '1736');
    vi.setSystemTime(sampleInstant(1104.1));
    expect(await screen.findByText(/The hold has ended/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Book.*₹/ })).toBeNull();
    until = 1106;
    await user.keyboard('{Enter}');
    expect(await submit('Book for Rohan Mehta · ₹1,000')).toBeTruthy();
    expect(calls(HOLD)).toHaveLength(2);
    expect(calls(BOOK)).toHaveLength(0);
    expect((await field()).value).toBe('1736');
  });

  test('that another person got first offers other courts, and one press takes one', async () => {
    const alternatives = { courts: [{ court: 22, name: 'Court 2', price_paise: 100_000 }], hours: [] };
    const { user, place, calls } = open(
      {
        [HOLD]: ({ body }) =>
          body?.['court'] === 23 ? [409, problem('slot_taken', { alternatives })] : [201, holdAnswer(body ?? {})],
      },
      '?book=23-1140',
    );
    expect(await screen.findByText('Court 3 has just gone. Free at 7 PM:')).toBeTruthy();
    expect((await submit('Book · ₹1,000')).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Court 2' }));
    expect(place()).toBe('/v/1/board?book=22-1140');
    expect(await screen.findByText(/Held for you/)).toBeTruthy();
    expect(screen.queryByText(/has just gone/)).toBeNull();
    // A slot that was never held is not released.
    expect(calls(RELEASE)).toHaveLength(0);
  });

  test('of an hour when nothing else is free offers other hours of the day', async () => {
    const later = { day: '2026-11-22', minute: 1200, price_paise: 100_000, free: 2 };
    const alternatives = { courts: [], hours: [later, { ...later, day: '2026-11-23', minute: 1140 }] };
    const { user, place } = open(
      {
        [HOLD]: ({ body }) =>
          body?.['minute'] === 1140 ? [409, problem('slot_taken', { alternatives })] : [201, holdAnswer(body ?? {})],
      },
      '?book=23-1140',
    );
    expect(await screen.findByText(/nothing else is free at 7 PM\. Free instead:/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '7 PM' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '8 PM' }));
    expect(place()).toBe('/v/1/board?book=23-1200');
  });

  test('of an hour that is over says so; one that a busy server refused can be tried again', async () => {
    let fails = true;
    const { user } = open(
      {
        [HOLD]: ({ body }) => {
          if (body?.['minute'] === 1080) return [409, problem('hour_over')];
          return fails ? [503, problem('unavailable')] : [201, holdAnswer(body ?? {})];
        },
      },
      '?book=23-1080,23-1140',
    );
    expect(await screen.findByText('Court 3, 6 PM: This hour is over. Choose a later one.')).toBeTruthy();
    fails = false;
    await user.click(await submit('Try again'));
    await waitFor(() => expect(screen.queryByText('It could not be held for you')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Remove Court 3, 6 PM' }));
    expect((await submit('Book · ₹1,000')).disabled).toBe(false);
  });

  test('without an answer is not said to be not held; a refusal is', async () => {
    let code = 'unknown_outcome';
    const { user } = open({ [HOLD]: () => [503, problem(code)] }, '?book=23-1140');
    expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.queryByText('It could not be held for you')).toBeNull();
    code = 'unavailable';
    await user.click(await submit('Try again'));
    expect(await screen.findByText('It could not be held for you', {}, { timeout: 10_000 })).toBeTruthy();
  });

  test.each<[code: string, why: string | RegExp]>([
    ['booked_day_closed', 'This day is closed. Choose a later hour.'],
    ['venue_retired', /^This venue is retired\./],
  ])('that is refused for good (%s) says why, and is not offered again', async (code, why) => {
    open({ [HOLD]: () => [409, problem(code)] }, '?book=23-1140');
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByText('It could not be held for you')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a walk-in', () => {
  const full = (minute: number) =>
    [21, 22, 23].map((court) => sampleBoardBooking({ order: `${court}${minute}`, court, minute }));

  test('gets the first free court by W', async () => {
    const { user, place } = open({ [BOARD]: () => sampleBoard({ bookings: full(1080) }) });
    (await freeSlot(3)).focus();
    await user.keyboard('w');
    await waitFor(() => expect(place()).toBe('/v/1/board?book=21-1140'));
    expect(document.activeElement).toBe(await field());
  });

  test('is begun by W from the start, without a click or Tab before', async () => {
    const { user, place } = open({ [BOARD]: () => sampleBoard({ bookings: full(1080) }) });
    await freeSlot(3);
    await user.keyboard('w');
    await waitFor(() => expect(place()).toBe('/v/1/board?book=21-1140'));
  });

  test('is booked, paid in cash and here in four steps', async () => {
    const me = { ...sampleMe, permissions: { ...sampleMe.permissions, 'board.read': 'yes', 'booking.make': 'yes' } };
    const permissions = { ...me.permissions, 'attendance.mark': 'yes', 'payment.take': 'yes' } as const;
    const payment = { payment: '7', receipt: 'D1/26-27/000007', received_paise: 100_000, bookings: [] };
    const { user, calls } = open({
      'GET /api/desk/me': () => ({ ...me, permissions }),
      [BOOK]: ({ body }) => [201, { ...bookedAnswer(body)[1], payment }],
    });
    (await freeSlot(3)).focus();
    await user.keyboard('w');
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    expect(screen.getByRole('checkbox', { name: 'The players are here' })).toHaveProperty('checked', true);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    expect(calls(BOOK)[0]?.body).toMatchObject({ pay: { tender: 'cash' }, arrive: true });
    await waitFor(() => expect(toastTexts()).toEqual(['₹1,000 taken, receipt D1/26-27/000007']));
  });

  test('gets a message if nothing is free', async () => {
    const bookings = [...full(1080), ...full(1140)];
    const { user, place } = open({ [BOARD]: () => sampleBoard({ bookings }) });
    await user.click(await submit('Walk-in'));
    expect(toastTexts()).toEqual(['No court is free now or in the next hour.']);
    expect(place()).toBe('/v/1/board');
  });

  test('is offered only today', async () => {
    open({ [BOARD]: () => sampleBoard({ day: '2026-11-23' }) }, '?day=2026-11-23');
    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Walk-in' })).toBeNull();
  });
});

describe('on a phone', () => {
  beforeEach(onPhone);

  test('the free courts of an hour open the panel, which offers the others and the next hour', async () => {
    const bookings = [sampleBoardBooking({ court: 21 })];
    const { user, place } = open({ [BOARD]: () => sampleBoard({ bookings }) });
    const hour = await screen.findByRole('region', { name: '7 PM' });
    await user.click(within(hour).getByRole('button', { name: '2 free, Book at 7 PM' }));
    expect(place()).toBe('/v/1/board?book=22-1140');
    expect(document.activeElement).toBe(await field());
    const nearby = within(await screen.findByRole('group', { name: 'Free at 7 PM' }));
    expect(nearby.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Court 2',
      'Court 3',
      'Add 8 PM',
    ]);
    expect(nearby.getByRole('button', { name: 'Court 2' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(nearby.getByRole('button', { name: 'Court 3' }));
    await user.click(nearby.getByRole('button', { name: 'Add 8 PM' }));
    expect(decodeURIComponent(place())).toBe('/v/1/board?book=22-1140,23-1140,22-1200,23-1200');
    await user.click(await submit('Close without booking'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('2 free, Book at 7 PM'));
  });

  test('a double click adds one hour, and a court that it has chosen stays', async () => {
    const { place } = open({}, '?book=23-1140');
    const nearby = within(await screen.findByRole('group', { name: 'Free at 7 PM' }));
    fireEvent.click(nearby.getByRole('button', { name: 'Add 8 PM' }), { detail: 1 });
    fireEvent.click(await nearby.findByRole('button', { name: 'Add 9 PM' }), { detail: 2 });
    const court = nearby.getByRole('button', { name: 'Court 2' });
    fireEvent.click(court, { detail: 1 });
    await waitFor(() => expect(court.getAttribute('aria-pressed')).toBe('true'));
    fireEvent.click(court, { detail: 2 });
    fireEvent.click(nearby.getByRole('button', { name: 'Court 1' }), { detail: 1 });
    await waitFor(() => expect(decodeURIComponent(place())).toBe('/v/1/board?book=23-1140,23-1200,22-1140,21-1140'));
  });
});
