import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeTexts } from '@/desk/api/write-texts';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleInstant, sampleMe, type DeskReplies } from '@/testing/desk-server';
import { goOffline, goOnline } from '@/testing/network';
import { repeatAsLateAsTheApp } from '@/testing/render-screen';
import { forgetToasts, toastTexts, toasts } from '@/testing/toasts';
import { reportSignedOut } from '@/desk/api/signed-out';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import {
  BOARD,
  BOOK,
  bookedAnswer,
  field,
  FIND,
  freeSlot,
  HOLD,
  holdAnswer,
  open,
  prepareEach,
  RELEASE,
  rohan,
  SERIES,
  submit,
  UNDO,
} from './new-booking.test-kit';

prepareEach();

const permissions = { ...sampleMe.permissions, 'board.read': 'yes', 'booking.make': 'yes', 'payment.take': 'yes' };
const cashier: DeskReplies = { 'GET /api/desk/me': () => ({ ...sampleMe, permissions }) };

/** Books, after this many answers were lost. */
function afterLost(count: number): NonNullable<DeskReplies[typeof BOOK]> {
  let lost = count;
  return ({ body }) => {
    lost -= 1;
    return lost >= 0 ? 'no network' : bookedAnswer(body);
  };
}

describe('several hours', () => {
  test('are added on the board and removed in the panel, and typing goes on in the field', async () => {
    const { user, place, calls } = open();
    await user.click(await freeSlot(3));
    await user.type(await field(), '17');
    await user.click(await freeSlot(2));
    expect(place()).toBe('/v/1/board?book=23-1140%2C22-1140');
    await user.keyboard('36');
    expect((await field()).value).toBe('1736');
    expect(screen.getByRole('heading', { name: '2 courts' })).toBeTruthy();
    await submit('Book for Rohan Mehta · ₹2,000');
    await user.click(await freeSlot(3, '8 to 9 PM'));
    await user.click(await submit('Remove Court 2, 7 PM'));
    expect(screen.getByRole('heading', { name: '2 hours' })).toBeTruthy();
    expect(screen.getByText('7:00 – 8:55 PM')).toBeTruthy();
    await waitFor(() => expect(calls(RELEASE).map(({ params }) => params['hold'])).toEqual(['77221140']));
    await submit('Book for Rohan Mehta · ₹2,000');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(calls(BOOK)[0]?.body?.['slots']).toEqual([
        { court: 23, minute: 1140 },
        { court: 23, minute: 1200 },
      ]),
    );
    await waitFor(() => expect(toastTexts()).toEqual(['Booked for Rohan Mehta, Court 3, 2 hours']));
  });

  test('are removed one by one: the second press of a double click removes none', async () => {
    const { user, place } = open({}, '?book=23-1140%2C22-1140%2C23-1200');
    await user.click(await submit('Remove Court 3, 7 PM'));
    fireEvent.click(await submit('Remove Court 2, 7 PM'), { detail: 2 });
    await user.type(await field(), '17');
    expect(place()).toBe('/v/1/board?book=22-1140%2C23-1200');
  });

  test('are toggled by Space on the grid, where the arrows move on', async () => {
    const { user, place } = open({}, '?book=23-1140');
    await field();
    (await screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, You are booking/ })).focus();
    await user.keyboard('{ArrowRight} ');
    expect(place()).toBe('/v/1/board?book=23-1140%2C23-1200');
    await user.keyboard('{ArrowLeft} ');
    expect(place()).toBe('/v/1/board?book=23-1200');
    await user.keyboard('{ArrowRight}{ArrowRight} ');
    expect(place()).toBe('/v/1/board?book=23-1200%2C23-1260');
    // A digit is meant for the field.
    await user.keyboard('1736');
    expect((await field()).value).toBe('1736');
    expect(await submit('Book for Rohan Mehta · ₹2,000')).toBeTruthy();
  });

  test('digits on the board go nowhere if single keys are switched off', async () => {
    switchSingleKeys(false);
    onTestFinished(() => switchSingleKeys(true));
    const { user } = open({}, '?book=23-1140');
    await field();
    (await screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, You are booking/ })).focus();
    await user.keyboard('1736');
    expect((await field()).value).toBe('');
  });

  test('are at most twelve', async () => {
    const starts = Array.from({ length: 14 }, (_, index) => 1110 + index * 15);
    const twelve = starts.slice(0, 12).map((minute) => `23-${minute}`);
    const board = {
      starts: starts.map((minute) => ({ minute, at: sampleInstant(minute) })),
      slot_minutes: 15,
      prices_paise: Array.from({ length: 3 }, () => starts.map(() => 100_000)),
    };
    const { user, place } = open({ [BOARD]: () => sampleBoard(board) }, `?book=${twelve.join()}`);
    const before = place();
    await user.click(await freeSlot(3, '9:30 to 9:45 PM'));
    expect(toastTexts()).toEqual(['One booking has at most 12 slots.']);
    expect(decodeURIComponent(place())).toBe(before);
  });

  test('Enter on a chosen hour books all of them', async () => {
    const { user, place, calls } = open({}, '?book=23-1140,22-1140');
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹2,000');
    const chosen = await screen.findByRole('button', { name: 'Court 2, 7 to 8 PM, You are booking, selected' });
    chosen.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    expect(calls(BOOK)[0]?.body?.['slots']).toEqual([
      { court: 23, minute: 1140 },
      { court: 22, minute: 1140 },
    ]);
    await waitFor(() => expect(place()).toBe('/v/1/board?open=48231140'));
  });

  test('Enter on a chosen hour says what is missing, and Space takes the hour out', async () => {
    const { user, place, calls } = open({}, '?book=23-1140,22-1140');
    await field();
    const chosen = await screen.findByRole('button', { name: 'Court 2, 7 to 8 PM, You are booking, selected' });
    chosen.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Type a phone number or a name first.')).toBeTruthy();
    expect(document.activeElement).toBe(await field());
    expect([calls(BOOK).length, place()]).toEqual([0, '/v/1/board?book=23-1140,22-1140']);
    chosen.focus();
    await user.keyboard(' ');
    expect(place()).toBe('/v/1/board?book=23-1140');
  });
});

describe('a choice that is changed after Enter', () => {
  const found = { bookings: [], more_players: false, players: [rohan] };
  const chosen = (court: number) => submit(new RegExp(`^Court ${court}, 7 to 8 PM, You are booking, selected`));
  const notSent = 'It was changed or closed before it was sent. Book again if it is still wanted.';

  test('books nothing, because another court is chosen by then', async () => {
    const search = deferred<typeof found>();
    const { user, place, calls } = open({ [FIND]: () => search.promise }, '?book=23-1140');
    await screen.findByText(/Held for you/);
    await user.type(await field(), '1736{Enter}');
    await user.click(await freeSlot(2));
    await user.click(await chosen(3));
    expect(place()).toBe('/v/1/board?book=22-1140');
    await screen.findByText(/Held for you/);
    search.resolve(found);
    await submit('Book for Rohan Mehta · ₹1,000');
    expect(await screen.findByText(notSent)).toBeTruthy();
    expect(calls(BOOK)).toHaveLength(0);
    await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)[0]?.body?.['slots']).toEqual([{ court: 22, minute: 1140 }]));
  });

  test('books nothing, because it is to be paid at once by then', async () => {
    const search = deferred<typeof found>();
    const { user, calls } = open({ [FIND]: () => search.promise, ...cashier }, '?book=23-1140');
    await screen.findByText(/Held for you/);
    await user.type(await field(), '1736{Enter}');
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    search.resolve(found);
    await submit(/^Book for Rohan Mehta and take ₹1,000/);
    expect(await screen.findByText(notSent)).toBeTruthy();
    expect(calls(BOOK)).toHaveLength(0);
  });

  test('books nothing, because another court is chosen while the first is requested', async () => {
    const hold = deferred<void>();
    const { user, calls } = open(
      {
        [HOLD]: async ({ body }) => {
          if (body?.['court'] === 23) await hold.promise;
          return [201, holdAnswer(body ?? {})];
        },
      },
      '?book=23-1140',
    );
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.keyboard('{Enter}');
    await user.click(await freeSlot(2));
    await user.click(await chosen(3));
    hold.resolve();
    expect(await screen.findByText(notSent)).toBeTruthy();
    expect(calls(BOOK)).toHaveLength(0);
  });

  test('is reported also after the panel was closed', async () => {
    const search = deferred<typeof found>();
    const { user, calls } = open({ [FIND]: () => search.promise }, '?book=23-1140');
    await user.type(await field(), '1736{Enter}{Escape}');
    search.resolve(found);
    await waitFor(() => expect(toastTexts()).toEqual([notSent]));
    expect(calls(BOOK)).toHaveLength(0);
  });

  test('does not come from letters that are typed while the court is requested', async () => {
    const hold = deferred<void>();
    const { user, calls } = open(
      {
        ...cashier,
        [HOLD]: async ({ body }) => {
          await hold.promise;
          return [201, holdAnswer(body ?? {})];
        },
      },
      '?book=23-1140',
    );
    await user.type(await field(), 'c');
    await submit('Book for Guest and take ₹1,000');
    await user.keyboard('{Enter}h');
    expect((await field()).value).toBe('ch');
    hold.resolve();
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    expect(calls(BOOK)[0]?.body).toMatchObject({ player: { name: null, no_phone: true }, pay: { tender: 'cash' } });
  });
});

describe('a booking that is done late', () => {
  /** Books court 3, whose answer comes when the returned function is called, and adds court 2 meanwhile. */
  async function bookAndGoOn() {
    const answer = deferred<ReturnType<typeof bookedAnswer>>();
    const view = open({ [BOOK]: () => answer.promise }, '?book=23-1140');
    await view.user.type(await field(), '1736');
    await view.user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(view.calls(BOOK)).toHaveLength(1));
    await view.user.click(await freeSlot(2));
    const arrive = async () => {
      answer.resolve(bookedAnswer(view.calls(BOOK)[0]?.body ?? null));
      await waitFor(() => expect(toastTexts()).toEqual(['Booked for Rohan Mehta, Court 3, 7 PM']));
    };
    return { ...view, arrive };
  }

  test('is not shown to the next person, who could undo it', async () => {
    const answer = deferred<ReturnType<typeof bookedAnswer>>();
    const { user, calls, queryClient } = open({ [BOOK]: () => answer.promise }, '?book=23-1140');
    await user.type(await field(), '1736');
    await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    // The screen ends with the session, and another person signs in.
    cleanup();
    queryClient.setQueryData(['me'], { ...sampleMe, staff: { ...sampleMe.staff, id: '13' } });
    answer.resolve(bookedAnswer(calls(BOOK)[0]?.body ?? null));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(toasts()).toEqual([]);
  });

  test('does not take away the one that was begun meanwhile', async () => {
    const { user, place, arrive } = await bookAndGoOn();
    await user.click(await submit(/^Court 3, 7 to 8 PM, You are booking, selected/));
    await user.clear(await field());
    await user.type(await field(), '99');
    await arrive();
    expect(place()).toBe('/v/1/board?book=22-1140');
    expect((await field()).value).toBe('99');
  });

  test('takes its hour out of the one that was begun with it', async () => {
    const { user, place, calls, arrive } = await bookAndGoOn();
    await arrive();
    await waitFor(() => expect(place()).toBe('/v/1/board?book=22-1140'));
    await user.type(await field(), '9901');
    await user.click(await submit('Book for Rohini Shah · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)[1]?.body?.['slots']).toEqual([{ court: 22, minute: 1140 }]));
  });

  test('leaves nothing of itself in the form, so that Enter does not book the next court with it', async () => {
    const answer = deferred<ReturnType<typeof bookedAnswer>>();
    const slots = [{ court: 23, minute: 1140, state: 'free' as const, price_paise: 100_000, others: [] }];
    const { user, calls } = open(
      { ...cashier, [BOOK]: () => answer.promise, [SERIES]: () => ({ weeks: [{ day: '2026-11-29', slots }] }) },
      '?book=23-1140',
    );
    await user.type(await field(), '1736');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Every week' }), '2 weeks');
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    await waitFor(() => expect(calls(SERIES)).toHaveLength(1));
    await user.click(await submit(/^Book for Rohan Mehta and take ₹1,000/));
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    await user.click(await freeSlot(2));
    answer.resolve(bookedAnswer(calls(BOOK)[0]?.body ?? null));
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Later' }).checked).toBe(true);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Every week' }).selectedOptions[0]?.text).toBe(
      'Only this once',
    );
    await user.click(await submit(/^Book · ₹1,000/));
    expect(await screen.findByText('Type a phone number or a name first.')).toBeTruthy();
    expect(calls(BOOK)).toHaveLength(1);
  });
});

describe('what the server refuses or does not answer', () => {
  test('another price is shown, and booked only when the clerk books again', async () => {
    const { user, calls } = open(
      {
        [BOOK]: ({ body }) =>
          body?.['total_paise'] === 120_000
            ? bookedAnswer(body)
            : [409, problem('price_changed', { current: { total_paise: 120_000 } })],
      },
      '?book=23-1140',
    );
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('It costs ₹1,200 now. Book again if that is right.')).toBeTruthy();
    await submit('Book for Rohan Mehta · ₹1,200');
    expect(calls(BOOK)).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls(BOOK).map(({ body }) => body?.['total_paise'])).toEqual([100_000, 120_000]));
    expect(calls(BOOK)[1]?.key).not.toBe(calls(BOOK)[0]?.key);
  });

  test('an hour of several that was taken at the last moment is named, with other courts', async () => {
    const alternatives = { courts: [{ court: 21, name: 'Court 1', price_paise: 110_000 }], hours: [] };
    const { user, place } = open(
      { [BOOK]: () => [409, problem('slot_taken', { alternatives, params: { court: 'Court 2' } })] },
      '?book=23-1140,22-1140',
    );
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹2,000');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Court 2 has just gone. Free at 7 PM:')).toBeTruthy();
    await user.click(await submit('Court 1 · ₹1,100'));
    expect(place()).toBe('/v/1/board?book=23-1140%2C21-1140');
    expect((await field()).value).toBe('1736');
  });

  test('an hour that was taken is not the one that is chosen by the time the refusal comes', async () => {
    const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
    const { user, place, calls } = open({ [BOOK]: () => answer.promise }, '?book=23-1140');
    await user.type(await field(), '1736');
    await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    await user.click(await freeSlot(2));
    await user.click(await submit(/^Court 3, 7 to 8 PM, You are booking, selected/));
    expect(place()).toBe('/v/1/board?book=22-1140');
    await screen.findByText(/Held for you/);
    answer.resolve([409, problem('slot_taken', { params: { court: 'Court 3' } })]);
    expect(await screen.findByText('Court 3, 7 PM: This hour has just been taken. Choose another one.')).toBeTruthy();
    expect(await submit('Book for Rohan Mehta · ₹1,000')).toHaveProperty('disabled', false);
  });

  test('an hour that was taken is marked among the hours that are chosen by the time the refusal comes', async () => {
    const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
    const alternatives = { courts: [{ court: 21, name: 'Court 1', price_paise: 100_000 }], hours: [] };
    const { user, calls } = open({ [BOOK]: () => answer.promise }, '?book=23-1140');
    await user.type(await field(), '1736');
    await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    await user.click(await freeSlot(2));
    await submit('Book for Rohan Mehta · ₹2,000');
    answer.resolve([409, problem('slot_taken', { alternatives })]);
    expect(await screen.findByText('Court 3 has just gone. Free at 7 PM:')).toBeTruthy();
  });

  test('a request whose answer is lost is sent again with the same key, and a double Enter books once', async () => {
    repeatAsLateAsTheApp();
    const { user, calls } = open({ [BOOK]: afterLost(1) }, '?book=23-1140');
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(calls(BOOK)).toHaveLength(2));
    expect(calls(BOOK)[1]?.key).toBe(calls(BOOK)[0]?.key);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(calls(BOOK)).toHaveLength(2);
  });

  test('a request without an answer is repeated by hand with the same key and requests no other hold', async () => {
    repeatAsLateAsTheApp();
    const { user, calls } = open({ [BOOK]: afterLost(3) }, '?book=23-1140');
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.keyboard('{Enter}');
    await screen.findByText('It is not known whether it was booked', {}, { timeout: 6_000 });
    const holds = calls(HOLD).length;
    // The hold has ended meanwhile, perhaps because it became the booking.
    vi.setSystemTime(sampleInstant(1110));
    await user.keyboard('6');
    await user.click(await submit('Ask again'));
    await waitFor(() => expect(toastTexts()).toEqual(['Booked for Rohan Mehta, Court 3, 7 PM']));
    expect(calls(HOLD)).toHaveLength(holds);
    expect(new Set(calls(BOOK).map(({ key }) => key)).size).toBe(1);
  });

  test('after a lost answer, other hours are another booking', async () => {
    const { user, calls } = open({ [BOOK]: afterLost(3) }, '?book=23-1140%2C22-1140');
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹2,000');
    await user.keyboard('{Enter}');
    await screen.findByText('It is not known whether it was booked', {}, { timeout: 6_000 });
    await user.click(await submit('Remove Court 2, 7 PM'));
    expect(screen.queryByText('It is not known whether it was booked')).toBeNull();
    await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(toastTexts()).toEqual(['Booked for Rohan Mehta, Court 3, 7 PM']));
    expect(calls(BOOK).at(-1)?.body?.['slots']).toEqual([{ court: 23, minute: 1140 }]);
    expect(new Set(calls(BOOK).map(({ key }) => key)).size).toBe(2);
  });

  test('a lost answer is reported also if another court is chosen by then', async () => {
    repeatAsLateAsTheApp();
    const { user, calls } = open({ [BOOK]: afterLost(3) }, '?book=23-1140');
    await user.type(await field(), '1736');
    await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
    await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
    await user.click(await freeSlot(2));
    await user.click(await submit(/^Court 3, 7 to 8 PM, You are booking, selected/));
    await waitFor(
      () =>
        expect(toasts()).toMatchObject([
          { title: 'Court 3, 7 PM', text: 'It is not known whether it was booked', isForAnyone: true },
        ]),
      { timeout: 6_000 },
    );
    expect(await submit('Book for Rohan Mehta · ₹1,000')).toHaveProperty('disabled', false);
  });

  test('without a network the button says why it is off', async () => {
    const { user } = open({}, '?book=23-1140');
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    goOffline();
    const reason = await screen.findByText('Not connected. A booking needs the server.');
    const button = await submit('Book for Rohan Mehta · ₹1,000');
    expect([button.disabled, button.getAttribute('aria-describedby')]).toEqual([true, reason.id]);
    goOnline();
    await waitFor(() => expect(button.disabled).toBe(false));
  });
});

describe('undo', () => {
  const book = async (replies: DeskReplies = {}) => {
    const view = open(replies, '?book=23-1140');
    await view.user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await view.user.keyboard('{Enter}');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    return view;
  };

  test('is offered until the server’s time is over, and takes the booking back', async () => {
    const { place, calls } = await book();
    const [toast] = toasts();
    expect([toast?.action?.key, toast?.milliseconds]).toEqual(['Z', 60_000]);
    toast?.action?.run();
    await waitFor(() => expect(calls(UNDO)[0]?.body).toEqual({ orders: [{ order: '48231140', version: 0 }] }));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    expect(toasts().at(-1)?.text).toMatch(/^The booking of Rohan Mehta, Court 3, 7 PM, is undone/);
  });

  test('that comes too late says so', async () => {
    const { place } = await book({ [UNDO]: () => [409, problem('undo_over')] });
    toasts()[0]?.action?.run();
    await waitFor(() => expect(toasts().at(-1)?.text).toMatch(/^It is too late to undo this/));
    expect(place()).toBe('/v/1/board?open=48231140');
  });

  test('of two bookings at once takes both back and says so for each', async () => {
    const { user, calls } = await book();
    await user.click(await freeSlot(2));
    await user.type(await field(), '1736');
    await submit('Book for Rohan Mehta · ₹1,000');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(toasts()).toHaveLength(2));
    // The second is pressed before the first is answered.
    for (const { action } of toasts()) action?.run();
    await waitFor(() => expect(calls(UNDO)).toHaveLength(2));
    expect(calls(UNDO).map(({ body }) => body)).toEqual([
      { orders: [{ order: '48231140', version: 0 }] },
      { orders: [{ order: '48221140', version: 0 }] },
    ]);
    expect(new Set(calls(UNDO).map(({ key }) => key)).size).toBe(2);
    await waitFor(() =>
      expect(toasts().flatMap(({ text }) => /^The booking of (.+), is undone/.exec(text)?.[1] ?? [])).toEqual([
        'Rohan Mehta, Court 3, 7 PM',
        'Rohan Mehta, Court 2, 7 PM',
      ]),
    );
  });

  test('without an answer can be tried again with the same key', async () => {
    let lost = 3;
    const { calls } = await book({
      [UNDO]: () => {
        lost -= 1;
        return lost >= 0 ? 'no network' : [204, null];
      },
    });
    toasts()[0]?.action?.run();
    await waitFor(() => expect(calls(UNDO)).toHaveLength(3), { timeout: 6_000 });
    await waitFor(() => expect(toasts().at(-1)?.action?.key).toBe('Z'));
    // It may be undone, so no toast says that it is not.
    expect(toasts().map(({ title, text }) => [title, text])).toContainEqual([undefined, writeTexts.unknownOutcome]);
    toasts().at(-1)?.action?.run();
    await waitFor(() => expect(calls(UNDO)).toHaveLength(4));
    expect(new Set(calls(UNDO).map(({ key }) => key)).size).toBe(1);
  });

  test('without an answer stays unknown if the server is busy then', async () => {
    let sent = 0;
    const { calls } = await book({
      [UNDO]: () => {
        sent += 1;
        if (sent === 1) return 'no network';
        return sent < 4 ? [503, problem('unavailable')] : [204, null];
      },
    });
    toasts()[0]?.action?.run();
    await waitFor(() => expect(toastTexts()).toContain(writeTexts.unknownOutcome), { timeout: 6_000 });
    await waitFor(() => expect(toasts().at(-1)?.action?.key).toBe('Z'));
    expect(toasts().every(({ title }) => title === undefined)).toBe(true);
    toasts().at(-1)?.action?.run();
    await waitFor(() => expect(calls(UNDO)).toHaveLength(4));
    expect(new Set(calls(UNDO).map(({ key }) => key)).size).toBe(1);
  });

  test('without an answer is not sent again once the session has ended: it would be in the name of the next person', async () => {
    repeatAsLateAsTheApp();
    const { calls } = await book({
      [UNDO]: () => {
        reportSignedOut('locked');
        return 'no network';
      },
    });
    toasts()[0]?.action?.run();
    await waitFor(() => expect(toastTexts()).toContain(writeTexts.unknownOutcome), { timeout: 6_000 });
    expect(calls(UNDO)).toHaveLength(1);
  });

  test('whose answer is lost until its time is over says nothing of a booking', async () => {
    let lost = 3;
    const { calls } = await book({
      [UNDO]: () => {
        lost -= 1;
        if (lost === 0) vi.setSystemTime(sampleInstant(1106));
        return 'no network';
      },
    });
    const [booked] = toasts();
    forgetToasts();
    booked?.action?.run();
    await waitFor(() => expect(calls(UNDO)).toHaveLength(3), { timeout: 6_000 });
    await waitFor(() => expect(toastTexts()).toContain(writeTexts.unknownOutcome));
    // It may be undone.
    expect(toastTexts()).not.toContain('Booked for Rohan Mehta, Court 3, 7 PM');
  });
});
