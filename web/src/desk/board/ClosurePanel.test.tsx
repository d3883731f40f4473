import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleInstant, sampleMe } from '@/testing/desk-server';
import { forgetToasts, toasts } from '@/testing/toasts';
import { movedGame, sampleClosed, samplePreview, sampleWatch } from '@/desk/close-courts/closure.test-kit';
import { BOARD } from './board.test-kit';
import {
  answered,
  block,
  button,
  CLOSE,
  LIST,
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

const BOARD_ROOT = '[data-board]';

describe('the address', () => {
  test('a second press closes the panel; the button of the other panel keeps the chosen courts', async () => {
    const { user, place } = open({}, '?mode=rain&close=21--1260');
    await button(/^Close 1 court and/);
    await user.click(await button('Close courts'));
    await waitFor(() => expect(place()).toBe('/v/1/board?mode=block&close=21--1260'));
    const rain = await button(/^Rain/);
    await user.click(rain);
    await waitFor(() => expect(place()).toBe('/v/1/board?mode=rain&close=21--1260'));
    expect((await button(/^Rain/)).getAttribute('aria-pressed')).toBe('true');
    await user.click(rain);
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    expect((await button(/^Rain/)).getAttribute('aria-pressed')).toBe('false');
  });

  test('another day keeps the chosen courts and hours', async () => {
    const { user, place, calls } = open({}, '?mode=rain&close=21-1140-1260');
    await button(/^Close 1 court and/);
    await user.click(await button('Day after'));
    await waitFor(() => expect(place()).toBe('/v/1/board?mode=rain&close=21-1140-1260&day=2026-11-23'));
    await waitFor(() => expect(calls(PREVIEW).at(-1)?.body).toMatchObject({ day: '2026-11-23', from_minute: 1140 }));
  });

  test('another day keeps the typed reason, and an answer for the day before opens nothing', async () => {
    const answer =
      deferred<readonly [201, { id: string; slots: number; already: number; holds: number; bookings: number }]>();
    const { user, place, queryClient } = open(
      { [CLOSE]: () => answer.promise, [PREVIEW]: () => samplePreview({ bookings: [], told: 0 }) },
      '?mode=block&close=21-1140-1260',
    );
    await user.type(await screen.findByLabelText('Reason, as players read it'), 'Floodlight repair');
    await user.click(await readyButton('Close 1 court'));
    await user.click(await button('Day after'));
    await waitFor(() => expect(place()).toBe('/v/1/board?mode=block&close=21-1140-1260&day=2026-11-23'));
    expect((await screen.findByLabelText<HTMLInputElement>('Reason, as players read it')).value).toBe(
      'Floodlight repair',
    );
    answer.resolve([201, { id: '512', slots: 4, already: 0, holds: 0, bookings: 1 }]);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(place()).toBe('/v/1/board?mode=block&close=21-1140-1260&day=2026-11-23');
  });

  test('the keys of the board work after the panel was closed', async () => {
    const { user, place } = open({}, '?mode=rain');
    await user.click(await button('Back to the board'));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    await waitFor(() => expect(document.activeElement?.matches(BOARD_ROOT)).toBe(true));
    await user.keyboard('r');
    await waitFor(() => expect(place()).toBe('/v/1/board?mode=rain'));
  });
});

describe('closing', () => {
  const at = '?mode=rain&close=21-1140-1260';

  test('the button for an hour more keeps the focus when the end of the day is reached', async () => {
    const { user, place } = open({}, at);
    const longer = await screen.findByRole<HTMLButtonElement>('button', { name: 'An hour longer' });
    await user.click(longer);
    await waitFor(() => expect(longer.getAttribute('aria-disabled')).toBe('true'));
    expect(place()).toContain('close=21-1140-1320');
    expect(longer.disabled).toBe(false);
    expect(document.activeElement).toBe(longer);
    await user.click(longer);
    expect(place()).toContain('close=21-1140-1320');
  });

  test('a new version of the board reads the preview again', async () => {
    let version = 'v1';
    const { queryClient, calls } = open(
      {
        [BOARD]: () => sampleBoard({ version, blocks: [block] }),
        [PREVIEW]: () => samplePreview({ told: version === 'v1' ? 1 : 2 }),
      },
      at,
    );
    await readyButton('Close 1 court and tell 1 player');
    const before = calls(PREVIEW).length;
    version = 'v2';
    await queryClient.refetchQueries({ queryKey: ['board'] });
    await readyButton('Close 1 court and tell 2 players');
    expect(calls(PREVIEW)).toHaveLength(before + 1);
  });

  test('a request that got no answer is named by its courts and hours, and sent again unchanged with the same key', async () => {
    let isDown = true;
    const { user, calls } = open(
      {
        [CLOSE]: () => (isDown ? 'no network' : [201, { id: '512', slots: 4, already: 0, holds: 0, bookings: 1 }]),
      },
      '?mode=rain&close=21--',
    );
    await user.click(await readyButton(/^Close 1 court and/));
    const notice = await screen.findByText(/It is not known whether the courts were closed$/, {}, { timeout: 10_000 });
    const title = 'Court 1, 6:24 PM to 8 PM: It is not known whether the courts were closed';
    expect(notice.textContent).toBe(title);
    await user.click(await button(/^Everything/));
    expect(notice.textContent, 'with other courts chosen').toBe(title);
    expect(screen.queryByText(/Nothing was closed/)).toBeNull();
    isDown = false;
    vi.setSystemTime(sampleInstant(1106));
    await user.click(await readyButton('Ask again'));
    expect(await screen.findByRole('heading', { name: '1 player' })).toBeTruthy();
    expect(new Set(calls(CLOSE).map(({ key }) => key)).size).toBe(1);
    expect(new Set(calls(CLOSE).map(({ body }) => body?.['from_minute']))).toEqual(new Set([1104]));
  });

  test('after a refusal the closures are read again, and a change removes the message', async () => {
    const { user, calls } = open({ [CLOSE]: () => [409, problem('nothing_to_close')] }, at);
    const close = await readyButton(/^Close 1 court and/);
    const before = calls(LIST).length;
    await user.click(close);
    expect(await screen.findByText('Nothing was closed')).toBeTruthy();
    await waitFor(() => expect(calls(LIST).length).toBeGreaterThan(before));
    await user.click(await screen.findByRole('radio', { name: 'Power' }));
    expect(screen.queryByText('Nothing was closed')).toBeNull();
  });

  test('if other bookings are there by now nothing is closed, and the next press closes what is shown then', async () => {
    let seen = samplePreview({ version: 'a' });
    const { user, calls } = open(
      {
        [PREVIEW]: () => seen,
        [CLOSE]: () => {
          if (seen.version === 'b') return [201, { id: '512', slots: 4, already: 0, holds: 0, bookings: 0 }];
          seen = samplePreview({ version: 'b', bookings: [], told: 0 });
          return [409, problem('closure_changed')];
        },
      },
      at,
    );
    await user.click(await readyButton(/^Close 1 court and/));
    expect(await screen.findByText(/^Other bookings are there by now/)).toBeTruthy();
    await user.click(await readyButton('Close 1 court'));
    await waitFor(() => expect(calls(CLOSE).map(({ body }) => body?.['seen'])).toEqual(['a', 'b']));
  });

  test('an answer that comes after the panel was closed opens nothing', async () => {
    const answer =
      deferred<readonly [201, { id: string; slots: number; already: number; holds: number; bookings: number }]>();
    const { user, place, queryClient } = open({ [CLOSE]: () => answer.promise }, at);
    await user.click(await readyButton(/^Close 1 court and/));
    await user.click(await button('Back to the board'));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    answer.resolve([201, { id: '512', slots: 4, already: 0, holds: 0, bookings: 1 }]);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(place()).toBe('/v/1/board');
  });

  test('a refusal that comes after the panel was closed is shown as a message', async () => {
    const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
    const { user, place } = open({ [CLOSE]: () => answer.promise }, at);
    await user.click(await readyButton(/^Close 1 court and/));
    await user.click(await button('Back to the board'));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    answer.resolve([409, problem('nothing_to_close')]);
    expect(
      await screen.findByText(
        /Sun 22 Nov, Court 1, 7 PM to 9 PM: Nothing was closed \| All of that is closed already, or was played\./,
      ),
    ).toBeTruthy();
  });

  test('the panel says that the closures did not load', async () => {
    open({ [LIST]: () => [500, problem('internal')] }, at);
    expect(await screen.findByText('The closures of this day did not load', {}, { timeout: 10_000 })).toBeTruthy();
  });
});

describe('the watch', () => {
  const at = '?mode=rain&closure=512';

  test('a failed refresh keeps the shown closure and the opened row', async () => {
    let [version, isDown] = ['v1', false];
    const { user, queryClient } = open(
      {
        [BOARD]: () => sampleBoard({ version, blocks: [block] }),
        [WATCH]: () => (isDown ? [503, problem('unavailable')] : sampleWatch()),
      },
      at,
    );
    await user.click(await button('Decide for Rohan Mehta'));
    expect(await screen.findByText('Where does Rohan Mehta play instead?')).toBeTruthy();
    [version, isDown] = ['v2', true];
    await queryClient.refetchQueries({ queryKey: ['board'] });
    expect(await screen.findByText('The closure did not load', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByText('Where does Rohan Mehta play instead?')).toBeTruthy();
  });

  test('a refusal to open the courts that comes after the panel was closed is shown as a message', async () => {
    const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
    const { user, place } = open({ [REOPEN]: () => answer.promise }, at);
    await user.click(await button('Open now'));
    await user.click(await button('Open the courts'));
    await user.click(await button('Back to the board'));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    answer.resolve([403, problem('not_allowed')]);
    expect(
      await screen.findByText(
        /The courts stay closed \| You may not do this: your role does not allow it, or it was taken from you\./,
      ),
    ).toBeTruthy();
  });

  test('the answer for one player leaves the question about another, and its focus', async () => {
    const answer = deferred<typeof answered>();
    const { user, queryClient } = open(
      {
        [WATCH]: () =>
          sampleWatch({
            bookings: [sampleClosed(), sampleClosed({ order: '2', link: '/r/2', name: 'Kavya Iyer', minute: 1200 })],
          }),
        [REFUND]: () => answer.promise,
      },
      at,
    );
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button('Money back'));
    await user.click(await button('Give it back'));
    await user.click(await button('Decide for Kavya Iyer'));
    const title = await screen.findByRole('heading', { name: 'Where does Kavya Iyer play instead?' });
    expect(document.activeElement).toBe(title);
    answer.resolve(answered);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(title.isConnected).toBe(true);
    expect(document.activeElement).toBe(title);
  });

  test.each([
    ['a success', answered, []],
    ['a refusal', [409, problem('slot_taken')] as const, ['Nothing was changed']],
  ])(
    '%s for a player that comes when another person has signed in does not name the player',
    async (_, reply, told) => {
      const answer = deferred<typeof reply>();
      const { user, queryClient } = open({ [REFUND]: () => answer.promise }, at);
      await user.click(await button('Decide for Rohan Mehta'));
      await user.click(await button('Money back'));
      await user.click(await button('Give it back'));
      await waitFor(() => expect(queryClient.isMutating()).toBe(1));
      // The screen ends with the session, and another person signs in.
      cleanup();
      forgetToasts();
      queryClient.setQueryData(['me'], { ...sampleMe, staff: { ...sampleMe.staff, id: '13' } });
      answer.resolve(reply);
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
      expect(toasts().map(({ title }) => title)).toEqual(told);
    },
  );

  test('a refusal for one player is shown also when the question about another is open', async () => {
    const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
    const { user } = open(
      {
        [WATCH]: () => sampleWatch({ bookings: [sampleClosed(), sampleClosed({ order: '2', name: 'Kavya Iyer' })] }),
        [REFUND]: () => answer.promise,
      },
      at,
    );
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button('Money back'));
    await user.click(await button('Give it back'));
    await user.click(await button('Decide for Kavya Iyer'));
    answer.resolve([409, problem('slot_taken')]);
    expect(await screen.findByText(/Rohan Mehta: Nothing was changed \| This court has just gone\./)).toBeTruthy();
  });

  test('courts that are open again are not counted', async () => {
    const gone = { slots: 0, courts: 0, blocked_until: null };
    open({ [WATCH]: () => sampleWatch(gone) }, at);
    expect(await screen.findByText('Rain, closed by Nisha Trivedi')).toBeTruthy();
    const { bookings: _, now: _now, ...closure } = sampleWatch(gone);
    open({ [LIST]: () => ({ closures: [closure] }) }, '?mode=rain');
    expect(await button(/^Rain\s*1 without an answer/)).toBeTruthy();
  });

  test('courts whose block is gone are said to be open again, but not retired courts, where nothing was blocked', async () => {
    const opened = { slots: 0, courts: 0, blocked_until: null };
    // A court may have no price on a day, also one that is for sale.
    const prices = sampleBoard().prices_paise;
    const prices_paise = prices.map((row, index) => (index === 0 ? row.map(() => null) : row));
    open({ [WATCH]: () => sampleWatch(opened), [BOARD]: () => sampleBoard({ prices_paise }) }, at);
    expect(await screen.findByText('These courts are open again.')).toBeTruthy();
    cleanup();
    open({ [WATCH]: () => sampleWatch({ ...opened, has_blocked_time: false }) }, at);
    expect(await screen.findByRole('gridcell', { name: /^Court 2, 7 to 8 PM/ })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: '1 player' })).toBeTruthy();
    expect(screen.queryByText('These courts are open again.')).toBeNull();
  });

  test('courts that were opened during the closure are said to be open, though its first hour stays on the board', async () => {
    const over = { ...block, minute: 1020, minutes: 60 };
    const opened = sampleWatch({ slots: 1, courts: 1, blocked_until: sampleInstant(1080) });
    open({ [WATCH]: () => opened, [BOARD]: () => sampleBoard({ blocks: [over] }) }, at);
    expect(await screen.findByText('These courts are open again.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open now' })).toBeNull();
    cleanup();
    // The closure goes on tomorrow, which this board does not show.
    const end = sampleInstant(1440 + 600);
    const watch = sampleWatch({ slots: 2, courts: 1, until: end, blocked_until: end });
    open({ [WATCH]: () => watch, [BOARD]: () => sampleBoard({ blocks: [over] }) }, at);
    expect(await button('Open now')).toBeTruthy();
    expect(screen.queryByText('These courts are open again.')).toBeNull();
  });

  test.each([
    ['first', 1020, 1],
    ['second', 600 - 1440, 3],
  ])(
    'courts that were opened on the %s day of a closure over several days are said to be open on its board',
    async (_, from, slots) => {
      const over = { ...block, minute: 1020, minutes: 60 };
      const [until, blocked_until] = [sampleInstant(1440 + 600), sampleInstant(1080)];
      const watch = sampleWatch({ slots, courts: 1, from: sampleInstant(from), until, blocked_until });
      open({ [WATCH]: () => watch, [BOARD]: () => sampleBoard({ blocks: [over] }) }, at);
      expect(await screen.findByText('These courts are open again.')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Open now' })).toBeNull();
    },
  );

  test('a player who got no message is marked as not told, and if no player got one, no time is shown', async () => {
    const untold = sampleClosed({ order: '2', name: 'Kavya Iyer', told: false });
    open({ [WATCH]: () => sampleWatch({ bookings: [sampleClosed(), untold] }) }, at);
    expect(await screen.findByText('told 6:24 PM')).toBeTruthy();
    expect(screen.getAllByText(/, not told$/)).toHaveLength(1);
    cleanup();
    open({ [WATCH]: () => sampleWatch({ bookings: [untold] }) }, at);
    expect(await screen.findByText(/, not told$/)).toBeTruthy();
    expect(screen.queryByText(/^told /)).toBeNull();
  });

  test('a closure without an open offer is not said to be answered: an offer may have ended without an answer', async () => {
    const { bookings: _, now: _now, ...closure } = sampleWatch({ open_offers: 0 });
    open({ [LIST]: () => ({ closures: [closure] }) }, '?mode=rain');
    expect(await button(/^Rain, 2 courts\s*No answer pending/)).toBeTruthy();
  });

  test('a closure that was opened again is listed if it ended a booking, also one for which nothing was offered', async () => {
    const gone = { slots: 0, courts: 0, blocked_until: null };
    const { bookings: _, now: _now, ...sample } = sampleWatch({ ...gone, offers: 0, open_offers: 0 });
    const yesterday = { slots: 3, courts: 1, blocked_until: sampleInstant(600 - 1440) };
    const closures = [
      { ...sample, id: '513', reason: 'Power', ended_bookings: 1 },
      { ...sample, id: '514', reason: 'Lights', ended_bookings: 0 },
      { ...sample, ...yesterday, id: '515', reason: 'Storm', ended_bookings: 1 },
      { ...sample, ...yesterday, id: '516', reason: 'Wet court', ended_bookings: 0 },
    ];
    open({ [LIST]: () => ({ closures }) }, '?mode=rain');
    const list = within(await screen.findByRole('region', { name: 'Closed on this day' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Power', 'Storm']);
  });

  test('an answer for a player who has just answered is reported as a toast, because the row is gone', async () => {
    let bookings = [sampleClosed()];
    const { user } = open(
      {
        [WATCH]: () => sampleWatch({ bookings }),
        [REFUND]: () => {
          bookings = [sampleClosed({ game: movedGame() })];
          return [409, problem('offer_answered')];
        },
      },
      at,
    );
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button('Money back'));
    await user.click(await button('Give it back'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Decide for Rohan Mehta' })).toBeNull());
    expect(toasts().map(({ title, text }) => [title, text])).toEqual([
      ['Rohan Mehta: Nothing was changed', 'This was answered meanwhile. Look at it again.'],
    ]);
  });

  test('the second press of a double click does not answer the question that the first one asked', async () => {
    const { user, calls } = open({ [WATCH]: () => sampleWatch({ bookings: [sampleClosed()] }) }, at);
    await user.click(await button('Decide for Rohan Mehta'));
    await user.click(await button(/^7 PM, Court 3/));
    fireEvent.click(await button('Move'), { detail: 2 });
    await act(() => pause(0));
    expect(calls(MOVE)).toEqual([]);
    expect(await button('Move')).toBeTruthy();
  });

  test('the focus goes back to the row after a question, and stays in the panel when the row is gone', async () => {
    let bookings = [sampleClosed()];
    const { user } = open(
      {
        [WATCH]: () => sampleWatch({ bookings }),
        [MOVE]: () => {
          bookings = [];
          return { ...answered, new_order: '77' };
        },
      },
      at,
    );
    const move = await button('Decide for Rohan Mehta');
    await user.click(move);
    await user.click(await button('Not now'));
    expect(document.activeElement).toBe(move);
    await user.click(move);
    await user.click(await button(/^7 PM, Court 3/));
    await user.click(await button('Move'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Decide for Rohan Mehta' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest('aside')?.getAttribute('aria-label')).toBe('Rain'));
  });
});
