import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleInstant, sampleMe } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { movedGame, sampleClosed, sampleGame, samplePreview, sampleWatch } from '@/desk/close-courts/closure.test-kit';
import { BOARD } from './board.test-kit';
import {
  answered,
  block,
  button,
  CALLS,
  choice,
  CLOSE,
  displaced,
  MOVE,
  open,
  prepareEach,
  PREVIEW,
  readyButton,
  REFUND,
  REOPEN,
  WATCH,
} from './closing-courts.test-kit';

prepareEach();

describe('closing', () => {
  test('takes R, A, an hour more and Enter, and leads to the watch', async () => {
    const { user, calls, place } = open({
      [CLOSE]: () => [201, { id: '512', slots: 6, already: 0, holds: 0, bookings: 1 }],
    });
    (await screen.findByRole('gridcell', { name: /^Court 1, 5 to 6 PM/ })).focus();
    await user.keyboard('r');
    await button(/^All outdoor/);
    await user.keyboard('a');
    await user.keyboard('u');
    await readyButton('Close 2 courts and tell 1 player');
    await waitFor(() =>
      expect(calls(PREVIEW).at(-1)?.body).toMatchObject({
        courts: [21, 22],
        day: '2026-11-22',
        from_minute: 1104,
        until_minute: 1260,
        cause: 'rain',
        running_games: 'all',
      }),
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: '1 player' })).toBeTruthy();
    expect(calls(CLOSE)).toHaveLength(1);
    expect(calls(CLOSE)[0]?.body).toMatchObject({
      courts: [21, 22],
      until_minute: 1260,
      reason: null,
      seen: samplePreview().version,
    });
    expect(place()).toContain('closure=512');
  });

  test('takes A for all courts of a venue with outdoor courts only', async () => {
    const outdoor = sampleBoard().courts.map((court) => Object.assign(court, { type: 'OUTDOOR' as const }));
    const { user, place } = open({ [BOARD]: () => sampleBoard({ courts: outdoor }) }, '?mode=rain');
    await button(/^Everything/);
    expect(screen.queryByRole('button', { name: /^All outdoor/ })).toBeNull();
    screen.getByRole('gridcell', { name: /^Court 1, 7 to 8 PM/ }).focus();
    await user.keyboard('a');
    await waitFor(() => expect(place()).toContain('close=21.22.23--'));
  });

  test('Space and a press choose the court of a row', async () => {
    const { user, place } = open({}, '?mode=rain');
    const toggle = await button('Close Court 2');
    await user.click(toggle);
    expect((await button('Close Court 2')).getAttribute('aria-pressed')).toBe('true');
    screen.getByRole('gridcell', { name: /^Court 3, 7 to 8 PM/ }).focus();
    await user.keyboard(' ');
    await waitFor(() => expect(place()).toContain('close=22.23--'));
  });

  test('without a network says of no free hour that a press writes it down', async () => {
    const permissions = { 'board.read': 'yes', 'closure.make': 'yes', 'booking.make': 'yes' };
    open({ 'GET /api/desk/me': () => ({ ...sampleMe, permissions }) }, '?mode=rain&close=21--');
    await readyButton(/^Close 1 court and/);
    goOffline();
    await screen.findAllByText('Needs the network');
    const hour = screen.getByRole('button', { name: /^Court 3, 7 to 8 PM, free, 1,000 rupees/ });
    expect(hour.textContent).not.toContain('Write it down');
    expect(hour.getAttribute('aria-haspopup')).toBeNull();
    expect(screen.queryByText(/Press a free hour to write down/)).toBeNull();
  });

  test('shows what was paid and how, how many games are on, and which guests have no number', async () => {
    const [rohan] = samplePreview().bookings;
    if (rohan === undefined) throw new Error('the sample has no booking');
    const guest = {
      ...rohan,
      order: '2',
      name: 'Guest',
      has_number: false,
      online_paise: 0,
      is_offered: false,
      has_begun: true,
    };
    open(
      { [PREVIEW]: () => samplePreview({ bookings: [rohan, guest], at_desk_paise: 50_050, slots: 3 }) },
      '?mode=rain&close=21--',
    );
    expect(await screen.findByText('2 bookings')).toBeTruthy();
    for (const fact of [
      '3 court-hours close',
      '₹1,000 paid online',
      '₹500.50 paid at the desk',
      '1 not paid',
      '1 game is on',
    ]) {
      expect(screen.getByText(fact)).toBeTruthy();
    }
    expect(screen.getByText('No number, tell them yourself: Guest')).toBeTruthy();
    expect(
      screen.getByText(/^Sorry, Riverside Arena closed Court 1 on Sun, 22 Nov, 7 PM\. .* by Mon 6:24 PM\.$/),
    ).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Games that are on' })).toBeTruthy();
  });

  test('promises no money to the player of a booking that was not paid', async () => {
    const [rohan] = samplePreview().bookings;
    if (rohan === undefined) throw new Error('the sample has no booking');
    const unpaid = { ...rohan, online_paise: 0, is_offered: false, back_paise: 0 };
    open({ [PREVIEW]: () => samplePreview({ bookings: [unpaid], online_paise: 0 }) }, '?mode=rain&close=21--');
    expect(
      await screen.findByText(/^Sorry, .* Nothing was paid yet, so there is nothing to send back\.$/),
    ).toBeTruthy();
  });

  test('says of a game that is on if too little was paid to give anything back', async () => {
    const [rohan] = samplePreview().bookings;
    if (rohan === undefined) throw new Error('the sample has no booking');
    const begun = { ...rohan, is_offered: false, has_begun: true };
    const half = { ...begun, order: '2', back_paise: 50_000 };
    const little = { ...begun, order: '3', online_paise: 100, back_paise: 0 };
    open({ [PREVIEW]: () => samplePreview({ bookings: [half, little] }) }, '?mode=rain&close=21--');
    expect(await screen.findByText('₹500 back')).toBeTruthy();
    expect(screen.getByText('Too little to give back')).toBeTruthy();
    expect(screen.queryByText('₹0 back')).toBeNull();
  });

  test('says how each player is told, and who is not because nothing is set up', async () => {
    const [rohan] = samplePreview().bookings;
    if (rohan === undefined) throw new Error('the sample has no booking');
    const begun = { ...rohan, order: '2', name: 'Kavya Iyer', is_offered: false, has_begun: true };
    open(
      {
        [PREVIEW]: () => samplePreview({ bookings: [rohan, begun], offer_channels: ['text'], closed_channels: [] }),
      },
      '?mode=rain&close=21--',
    );
    expect(await screen.findByText('By text.')).toBeTruthy();
    expect(screen.getAllByText(/^Sorry, Riverside Arena closed/)).toHaveLength(1);
    expect(screen.getByText('No text or mail is set up for this, tell them yourself: Kavya Iyer')).toBeTruthy();
  });

  test('says of one court and hour that it closes', async () => {
    open({ [PREVIEW]: () => samplePreview({ slots: 1 }) }, '?mode=rain&close=21-1140-1200');
    expect(await screen.findByText('1 court-hour closes')).toBeTruthy();
  });

  test('takes what the settings propose for games that are on, and another choice is previewed', async () => {
    const { user, calls } = open(
      {
        [PREVIEW]: ({ body }) =>
          samplePreview({
            running_games: 'half',
            played: body?.['running_games'] === 'nothing' ? 1 : 0,
            bookings: samplePreview().bookings.map((one) => Object.assign(one, { has_begun: true })),
          }),
      },
      '?mode=rain&close=21--',
    );
    const running = () => calls(PREVIEW).at(-1)?.body?.['running_games'];
    await waitFor(() => expect(running()).toBe('half'));
    await user.click(await screen.findByRole('radio', { name: 'Nothing back' }));
    await waitFor(() => expect(running()).toBe('nothing'));
  });

  test('on a day that is over says so, and has no hours checked', async () => {
    const past = sampleBoard({ day: '2026-11-21' });
    const { user, calls } = open({ [BOARD]: () => past }, '?day=2026-11-21&mode=rain');
    await user.click(await button(/^All outdoor/));
    expect(await screen.findByText('Nothing of this day is left to be closed.')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Until' })).toBeNull();
    expect((await button('Close 2 courts')).hasAttribute('disabled')).toBe(true);
    expect(calls(PREVIEW)).toEqual([]);
  });

  test('a person who may not end bookings reads who may', async () => {
    open({ [PREVIEW]: () => samplePreview({ may_displace: false }) }, '?mode=rain&close=21--');
    expect(await screen.findByText(/^Your role ends bookings only today/)).toBeTruthy();
    expect((await button(/^Close 1 court and/)).hasAttribute('disabled')).toBe(true);
  });

  test('for another reason asks for it, and without bookings only closes', async () => {
    const { user, calls } = open(
      {
        [PREVIEW]: () => samplePreview({ bookings: [], told: 0, online_paise: 0 }),
        [CLOSE]: () => [409, problem('nothing_to_close')],
      },
      '?mode=block&close=21--',
    );
    expect(await screen.findByText('No booking ends.')).toBeTruthy();
    await user.click(await readyButton('Close 1 court'));
    expect(await screen.findByText('Say why, for example: Net repair.')).toBeTruthy();
    expect(calls(CLOSE)).toEqual([]);
    await user.type(screen.getByLabelText('Reason, as players read it'), 'Net repair{Enter}');
    expect(await screen.findByText('All of that is closed already, or was played.')).toBeTruthy();
    expect(calls(CLOSE)[0]?.body).toMatchObject({ cause: 'other', reason: 'Net repair' });
  });

  test('a reason with a character that cannot be seen is not sent, and one that the server refuses is said', async () => {
    const { user, calls } = open(
      {
        [PREVIEW]: () => samplePreview({ bookings: [], told: 0, online_paise: 0 }),
        [CLOSE]: () => [422, problem('invalid', { fields: { reason: 'characters' } })],
      },
      '?mode=block&close=21--',
    );
    const text = 'There is a character that cannot be seen, perhaps from copying. Type it again.';
    const close = await readyButton('Close 1 court');
    await waitFor(() => expect(close.hasAttribute('disabled')).toBe(false));
    const field = screen.getByLabelText('Reason, as players read it');
    await user.click(field);
    await user.paste('Net\u{200b} repair');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls(CLOSE)).toEqual([]);
    await user.clear(field);
    expect(screen.queryByText(text)).toBeNull();
    await user.type(field, 'Net repair{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls(CLOSE)).toHaveLength(1);
  });

  test('a request whose answer was lost is sent again by itself, with the same key', async () => {
    let count = 0;
    const { user, calls } = open(
      {
        [CLOSE]: () => {
          count += 1;
          return count === 1 ? 'no network' : [201, { id: '512', slots: 4, already: 0, holds: 0, bookings: 1 }];
        },
      },
      '?mode=rain&close=21--',
    );
    await user.click(await readyButton(/^Close 1 court and/));
    expect(await screen.findByRole('heading', { name: '1 player' }, { timeout: 8_000 })).toBeTruthy();
    const keys = calls(CLOSE).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the board', () => {
  test('says whose court was closed and that the answer is waited for, and leads to the watch', async () => {
    const { user, place } = open();
    await user.click(await button(/^Court 1, 7 to 8 PM, Rohan Mehta, court closed, Waiting for answer$/));
    expect(await screen.findByRole('heading', { name: '1 player' })).toBeTruthy();
    expect(place()).toBe('/v/1/board?mode=rain&closure=512');
  });

  test('offers no closing to a person who may not close', async () => {
    open({ 'GET /api/desk/me': () => sampleMe });
    await button(/^Court 1, 7 to 8 PM, Rohan Mehta/);
    expect(screen.queryByRole('button', { name: /^Rain/ })).toBeNull();
  });
});

describe('the watch', () => {
  const at = '?mode=rain&closure=512';
  const watch = (...bookings: ReturnType<typeof sampleClosed>[]) => sampleWatch({ bookings });

  test('counts and adds up what became of the bookings', async () => {
    const money = [{ amount_paise: 80_050, at_desk: true, status: 'approved' as const, given_back_by: null }];
    open(
      {
        [WATCH]: () =>
          watch(
            sampleClosed(),
            sampleClosed({
              order: '2',
              player: '215508419937',
              link: '/r/2',
              name: 'Vikram Desai',
              game: movedGame(10_000),
            }),
            sampleClosed({
              order: '3',
              player: '330182664705',
              link: '/r/3',
              name: 'Kavya Iyer',
              game: sampleGame({ state: 'refunded', paid_paise: 80_050, refunds: money }),
            }),
          ),
      },
      at,
    );
    expect(await screen.findByRole('heading', { name: '3 players' })).toBeTruthy();
    expect(screen.getByText('Rain, 2 courts closed by Nisha Trivedi')).toBeTruthy();
    const costs = screen.getByRole('region', { name: 'What it costs' });
    expect(
      within(costs)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['₹1,000', '₹800.50', '₹1,000']);
    const give = screen.getByRole('link', { name: /^Give ₹800\.50 ?, Kavya Iyer, 7 PM$/ });
    expect(give.getAttribute('href')).toBe('/v/1/board?day=2026-11-22&open=3');
    expect(screen.getByText('Court 3, 7 PM, ₹100 due at the desk')).toBeTruthy();
  });

  test('leads to the new booking of a game of which the desk owes a difference', async () => {
    const owed = { amount_paise: 20_000, at_desk: true, status: 'approved' as const, given_back_by: null };
    const given = { ...owed, status: 'processed' as const };
    const moved = sampleClosed({ name: 'Vikram Desai', game: movedGame(0, [owed]) });
    const done = sampleClosed({ order: '3', name: 'Kavya Iyer', game: movedGame(0, [given]) });
    open({ [WATCH]: () => watch(moved, done) }, at);
    const give = await screen.findByRole('link', { name: /^Give ₹200 ?, Vikram Desai, 7 PM$/ });
    expect(give.getAttribute('href')).toBe('/v/1/board?day=2026-11-22&open=4071553902');
    expect(screen.queryByRole('link', { name: /Kavya Iyer/ })).toBeNull();
  });

  test.each([
    [1440, '6:24 PM to 12 AM'],
    [1440 + 60, 'Sun 22 Nov, 6:24 PM to Mon 23 Nov, 1 AM'],
  ])('names the days of a closure of today only if it has more than one: until minute %i', async (minute, text) => {
    open({ [WATCH]: () => sampleWatch({ until: sampleInstant(minute) }) }, at);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('names the day of each game of a closure over several days', async () => {
    const bookings = [
      sampleClosed(),
      sampleClosed({ order: '2', name: 'Vikram Desai', game: movedGame() }),
      sampleClosed({ order: '3', name: 'Kavya Iyer', game: sampleGame({ state: 'expired' }) }),
    ];
    open({ [WATCH]: () => sampleWatch({ until: sampleInstant(1440 + 60), bookings }) }, at);
    expect(await screen.findByText('Sun 22 Nov, 7 PM, ₹1,000 paid')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call Rohan, plays at 7 PM' })).toBeTruthy();
    expect(screen.getByText('Court 3, Sun 22 Nov, 7 PM')).toBeTruthy();
    expect(screen.getByText('Sun 22 Nov, 7 PM, no answer in time')).toBeTruthy();
  });

  test('names the day of a closure of another day, and of its games', async () => {
    const tomorrow = { from: sampleInstant(1440 + 1104), until: sampleInstant(1440 + 1260) };
    const bookings = [sampleClosed({ starts_at: sampleInstant(1440 + 1140) })];
    open({ [WATCH]: () => sampleWatch({ ...tomorrow, bookings }) }, at);
    expect(await screen.findByText('Mon 23 Nov, 6:24 PM to 9 PM')).toBeTruthy();
    expect(screen.getByText('Mon 23 Nov, 7 PM, ₹1,000 paid')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call Rohan' })).toBeTruthy();
  });

  test('shows by itself that a refund was sent, though the board has no new version', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(sampleInstant(1104)) });
    try {
      let status: 'approved' | 'processed' = 'approved';
      const refunded = () =>
        sampleGame({
          state: 'refunded',
          refunds: [{ amount_paise: 100_000, at_desk: false, status, given_back_by: null }],
        });
      open({ [WATCH]: () => watch(sampleClosed({ game: refunded() })) }, at);
      expect(await screen.findByText('on its way')).toBeTruthy();
      status = 'processed';
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(await screen.findByText('sent')).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a player who did not answer in time counts as one who gets the money back', async () => {
    const refunds = [{ amount_paise: 100_000, at_desk: false, status: 'approved' as const, given_back_by: null }];
    open({ [WATCH]: () => watch(sampleClosed({ game: sampleGame({ state: 'expired', refunds }) })) }, at);
    const count = await screen.findByText('money back');
    expect(count.parentElement?.textContent).toBe('1money back');
    expect(screen.queryByText('ended, no refund')).toBeNull();
  });

  test('a booking that was not paid does not count as one that gets money back', async () => {
    const unpaid = sampleGame({ state: 'expired', paid_paise: 0, back: [] });
    open({ [WATCH]: () => watch(sampleClosed({ game: unpaid })) }, at);
    const count = await screen.findByText('ended, no refund');
    expect(count.parentElement?.textContent).toBe('1ended, no refund');
    expect(screen.getByText('money back').parentElement?.textContent).toBe('0money back');
  });

  test('a call is noted, and the message has the player’s link', async () => {
    const { user, calls } = open({ [CALLS]: () => answered }, at);
    const call = await screen.findByRole('link', { name: 'Call Rohan, plays at 7 PM' });
    expect(call.getAttribute('href')).toBe('tel:+919825041736');
    call.addEventListener('click', (event) => event.preventDefault());
    await user.click(call);
    await waitFor(() => expect(calls(CALLS)).toHaveLength(1));
    const message = new URL(screen.getByRole('link', { name: 'WhatsApp to Rohan Mehta' }).getAttribute('href') ?? '');
    expect(message.origin + message.pathname).toBe('https://wa.me/919825041736');
    expect(message.searchParams.get('text')).toBe(
      `Sorry, we had to close Court 1 on Sun, 22 Nov, 7 PM (Rain). Choose another hour, or your money if you have paid: ${location.origin}/r/cl_Zk3fWq0m`,
    );
  });

  test('a call of another day is shown with its day', async () => {
    const by = { called_by: 'Nisha Trivedi' };
    const today = sampleClosed({ called_at: sampleInstant(1080), ...by });
    const before = sampleClosed({ order: '2', link: '/r/2', called_at: sampleInstant(1140 - 1440), ...by });
    open({ [WATCH]: () => watch(today, before) }, at);
    expect(await screen.findByText('called 6:00 PM by Nisha Trivedi')).toBeTruthy();
    expect(screen.getByText('called Sat 21 Nov, 7:00 PM by Nisha Trivedi')).toBeTruthy();
  });

  test('a guest without a number can be moved, and not called', async () => {
    open({ [WATCH]: () => watch(sampleClosed({ phone: null, link: null })) }, at);
    expect(await button('Decide for Rohan Mehta')).toBeTruthy();
    expect(screen.getByText('7 PM, ₹1,000 paid, no number')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Call|WhatsApp/ })).toBeNull();
  });

  test('a move for a player shows what is due, and sends what was shown', async () => {
    const { user, calls } = open({ [MOVE]: () => ({ ...answered, new_order: '77' }) }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button(/^7 PM, Court 3.*₹100 due at the desk$/));
    expect(await screen.findByText('Move Rohan Mehta to 7 PM, Court 3?')).toBeTruthy();
    await user.click(await button('Move'));
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    expect(calls(MOVE)[0]?.body).toEqual({
      venue: 1,
      court: 23,
      day: '2026-11-22',
      minute: 1140,
      due_paise: 10_000,
      back_paise: 0,
    });
    expect(await screen.findByText(/Rohan Mehta plays 7 PM, Court 3\.$/)).toBeTruthy();
  });

  test('that a court was just taken is said, and another one can be chosen', async () => {
    const { user } = open({ [MOVE]: () => [409, problem('slot_taken')] }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button(/^7 PM, Court 3/));
    await user.click(await button('Move'));
    expect(await screen.findByText('This court has just gone. Choose another one.')).toBeTruthy();
    await user.click(await button('Choose something else'));
    expect(await button(/^7 PM, Court 3/)).toBeTruthy();
  });

  test('the chosen day is kept while a question is asked', async () => {
    const later = { ...choice, day: '2026-11-24' };
    const { user } = open({ 'GET /api/desk/offers/{order}/hours': () => ({ hours: [later] }) }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Day' }), '2026-11-24');
    await user.click(await button(/^Tue 24 Nov, 7 PM, Court 3/));
    expect(await screen.findByText('Move Rohan Mehta to Tue 24 Nov, 7 PM, Court 3?')).toBeTruthy();
    await user.click(await button('Choose something else'));
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Day' })).value).toBe('2026-11-24');
    expect(await button(/^Tue 24 Nov, 7 PM, Court 3/)).toBeTruthy();
  });

  test('the money goes back after one more question', async () => {
    const { user, calls } = open({ [REFUND]: () => ({ ...answered, back_paise: 100_000 }) }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button('Money back'));
    expect(await screen.findByText('Give ₹1,000 back to Rohan Mehta?')).toBeTruthy();
    expect(calls(REFUND)).toEqual([]);
    await user.click(await button('Give it back'));
    expect(await screen.findByText(/₹1,000 goes back to Rohan Mehta\.$/)).toBeTruthy();
    expect(calls(REFUND)[0]?.body).toEqual({ back_paise: 100_000 });
  });

  test('a person who may give the money back and not move the booking reads of no other hour', async () => {
    const permissions = { 'board.read': 'yes', 'closure.make': 'yes', 'booking.cancel': 'yes' };
    const { user } = open({ 'GET /api/desk/me': () => ({ ...sampleMe, permissions }) }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    expect(await screen.findByText('Give ₹1,000 back to Rohan Mehta?')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Decide for Rohan Mehta' })).toBeTruthy();
    expect(screen.queryByText('Where does Rohan Mehta play instead?')).toBeNull();
  });

  test('if another amount would go back by now nothing is given, and the question names that amount', async () => {
    let game = sampleGame();
    const { user, calls } = open(
      {
        [WATCH]: () => watch(sampleClosed({ game })),
        [REFUND]: () => {
          if (game.paid_paise === 70_000) return { ...answered, back_paise: 70_000 };
          game = sampleGame({ paid_paise: 70_000, back: [{ amount_paise: 70_000, at_desk: false }] });
          return [409, problem('price_changed', { current: { back_paise: 70_000 } })];
        },
      },
      at,
    );
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button('Money back'));
    await user.click(await button('Give it back'));
    expect(await screen.findByText('By now ₹700 would go back. Look at the question again.')).toBeTruthy();
    expect(await screen.findByText('Give ₹700 back to Rohan Mehta?')).toBeTruthy();
    expect(screen.queryByText(/goes back to Rohan Mehta/)).toBeNull();
    await user.click(await button('Give it back'));
    expect(await screen.findByText(/₹700 goes back to Rohan Mehta\.$/)).toBeTruthy();
    expect(calls(REFUND).map(({ body }) => body?.['back_paise'])).toEqual([100_000, 70_000]);
    expect(new Set(calls(REFUND).map(({ key }) => key)).size).toBe(2);
  });

  test.each([
    [72_250, [{ amount_paise: 72_200, at_desk: true }], 'Give ₹722 back to Rohan Mehta?', 'Give it back'],
    [40, [], 'What Rohan Mehta paid is too little to give back. End the booking?', 'End it'],
    [0, [], 'Rohan Mehta paid nothing. End the booking?', 'End it'],
  ])('of %i paise that were paid the question names what goes back', async (paid_paise, back, question, answer) => {
    const game = sampleGame({ paid_paise, back });
    const { user } = open({ [WATCH]: () => watch(sampleClosed({ game })) }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button('Money back'));
    expect(await screen.findByText(question)).toBeTruthy();
    expect(await button(answer)).toBeTruthy();
  });

  test('another version of the board reads the closure again', async () => {
    let version = 'v1';
    let game = sampleGame();
    const { queryClient, calls } = open(
      {
        [BOARD]: () => sampleBoard({ version, blocks: [block], displaced: [displaced] }),
        [WATCH]: () => watch(sampleClosed({ game })),
      },
      at,
    );
    expect(await screen.findByRole('heading', { name: 'Not answered' })).toBeTruthy();
    [version, game] = ['v2', movedGame()];
    await queryClient.refetchQueries({ queryKey: ['board'] });
    expect(await screen.findByRole('heading', { name: 'Moved' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Not answered' })).toBeNull();
    expect(calls(WATCH).length).toBeGreaterThan(1);
  });

  test('opening asks whether to give back the games ahead without an answer, and proposes it', async () => {
    // One player with two games, and one game that has begun.
    const games = [
      sampleClosed({ order: '1', minute: 1080, starts_at: sampleInstant(1080) }),
      sampleClosed({ order: '2' }),
      sampleClosed({ order: '3', minute: 1200, starts_at: sampleInstant(1200) }),
    ];
    const reopened = { slots: 4, called_back: 1, unanswered: 0 };
    const { user, calls } = open({ [WATCH]: () => watch(...games), [REOPEN]: () => reopened }, at);
    await user.click(await button('Open now'));
    const name = 'Give 2 games back to their players, who have not answered';
    expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true');
    await user.click(await button('Open the courts'));
    expect(await screen.findByText(/The courts are open again\. 1 game takes place\.$/)).toBeTruthy();
    expect(calls(REOPEN)[0]?.body).toEqual({ call_back: true });
  });

  test('while the courts are being opened they cannot be kept closed', async () => {
    const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
    const { user } = open({ [REOPEN]: () => answer.promise }, at);
    await user.click(await button('Open now'));
    await user.click(await button('Open the courts'));
    await user.click(await button('Keep closed'));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('region', { name: 'Open these courts now?' })).toBeTruthy();
    answer.resolve([403, problem('not_allowed')]);
    expect(await screen.findByText('The courts stay closed')).toBeTruthy();
    await user.click(await button('Keep closed'));
    await user.click(await button('Open now'));
    expect(screen.queryByText('The courts stay closed')).toBeNull();
  });

  test('a closure of another venue is said to be missing', async () => {
    open({ [WATCH]: () => [404, problem('not_found')] }, at);
    expect(await screen.findByText('This closure does not exist, or belongs to another venue.')).toBeTruthy();
  });
});
