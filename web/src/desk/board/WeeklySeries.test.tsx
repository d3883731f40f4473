import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problem, sampleMe } from '@/testing/desk-server';
import { toastTexts } from '@/testing/toasts';
import { BOOK, bookedAnswer, field, freeSlot, open, prepareEach, SERIES, submit } from './new-booking.test-kit';

prepareEach();

const week = (day: string, state: 'free' | 'taken' = 'free') => {
  const others = state === 'taken' ? [{ court: 24, name: 'Court 4', price_paise: 90_000 }] : [];
  return { day, slots: [{ court: 23, minute: 1140, state, price_paise: state === 'free' ? 100_000 : null, others }] };
};
const withoutOthers = (slot: ReturnType<typeof week>['slots'][number]) => ({ ...slot, others: [] });
const WEEKS = { weeks: [week('2026-11-29'), week('2026-12-06', 'taken'), week('2026-12-13')] };

/** Opens a new booking of court 3 at 7 PM for Rohan, every week for four weeks. */
async function openSeries(replies: Parameters<typeof open>[0] = {}) {
  const opened = open({ [SERIES]: () => WEEKS, ...replies }, '?book=23-1140');
  await opened.user.type(await field(), '1736');
  await submit('Book for Rohan Mehta · ₹1,000');
  await opened.user.selectOptions(screen.getByRole('combobox', { name: 'Every week' }), '4 weeks');
  return opened;
}

test('a weekly series shows its clashes first, and another court is one tap', async () => {
  const { user, calls } = await openSeries();
  expect(await screen.findByText('1 week is not free. 3 games until Sun 13 Dec.')).toBeTruthy();
  expect(calls(SERIES)[0]?.query.toString()).toBe('day=2026-11-22&slots=23-1140&weeks=4');
  expect(screen.queryByRole('group', { name: /29 Nov/ })).toBeNull();
  const clash = within(screen.getByRole('group', { name: 'Sun 6 Dec, Court 3, 7 PM' }));
  expect(clash.getByRole('button', { name: 'Leave it out' }).getAttribute('aria-pressed')).toBe('true');
  await submit('Book for Rohan Mehta · ₹3,000');
  await user.click(clash.getByRole('button', { name: 'Court 4 · ₹900' }));
  expect(screen.getByText('1 week is not free. 4 games until Sun 13 Dec.')).toBeTruthy();
  await user.click(await submit('Book for Rohan Mehta · ₹3,900'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
  const later_weeks = [
    { day: '2026-11-29', court: 23, minute: 1140 },
    { day: '2026-12-06', court: 24, minute: 1140 },
    { day: '2026-12-13', court: 23, minute: 1140 },
  ];
  expect(calls(BOOK)[0]?.body).toMatchObject({ later_weeks, total_paise: 390_000 });
  await waitFor(() => expect(toastTexts()).toEqual(['Booked for Rohan Mehta, Court 3, 7 PM, 4 games']));
});

test('of two courts that are not free in one week, only one can take the same other court', async () => {
  const clash = week('2026-11-29', 'taken');
  const slots = clash.slots.flatMap((slot) => [slot, { ...slot, court: 22 }]);
  const { user, calls } = open({ [SERIES]: () => ({ weeks: [{ ...clash, slots }] }) }, '?book=23-1140,22-1140');
  await user.type(await field(), '1736');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Every week' }), '2 weeks');
  const inGroup = async (court: string) =>
    within(await screen.findByRole('group', { name: `Sun 29 Nov, ${court}, 7 PM` }));
  const [first, second] = [await inGroup('Court 3'), await inGroup('Court 2')];
  await user.click(first.getByRole('button', { name: 'Court 4 · ₹900' }));
  expect(second.queryByRole('button', { name: 'Court 4 · ₹900' })).toBeNull();
  await user.click(first.getByRole('button', { name: 'Leave it out' }));
  await user.click(second.getByRole('button', { name: 'Court 4 · ₹900' }));
  expect(first.queryByRole('button', { name: 'Court 4 · ₹900' })).toBeNull();
  await user.click(await submit('Book for Rohan Mehta · ₹2,900'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
  expect(calls(BOOK)[0]?.body).toMatchObject({ later_weeks: [{ day: '2026-11-29', court: 24, minute: 1140 }] });
});

test('a week that is taken meanwhile is reported, and the weeks are requested again', async () => {
  let weeks = WEEKS;
  const { user, calls } = await openSeries({
    [SERIES]: () => weeks,
    [BOOK]: ({ body }) => (calls(BOOK).length === 1 ? [409, problem('slot_taken')] : bookedAnswer(body)),
  });
  await submit('Book for Rohan Mehta · ₹3,000');
  weeks = { weeks: [week('2026-11-29', 'taken'), week('2026-12-06', 'taken'), week('2026-12-13')] };
  await user.click(await submit('Book for Rohan Mehta · ₹3,000'));
  expect(await screen.findByText('A court in one of the weeks was just taken. Look at the weeks again.')).toBeTruthy();
  expect(await screen.findByText(/^2 weeks are not free/)).toBeTruthy();
  await user.click(await submit('Book for Rohan Mehta · ₹2,000'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(2));
  expect(calls(BOOK)[1]?.body).toMatchObject({ later_weeks: [{ day: '2026-12-13' }], total_paise: 200_000 });
});

test('the last day is that of the last game, and a court that is taken by now is not shown as chosen', async () => {
  const last = week('2026-12-13', 'taken');
  let weeks = { weeks: [week('2026-11-29'), week('2026-12-06'), last] };
  const { user, calls } = await openSeries({
    [SERIES]: () => weeks,
    [BOOK]: () => [409, problem('slot_taken')],
  });
  expect(await screen.findByText('1 week is not free. 3 games until Sun 6 Dec.')).toBeTruthy();
  const clash = within(screen.getByRole('group', { name: 'Sun 13 Dec, Court 3, 7 PM' }));
  await user.click(clash.getByRole('button', { name: 'Court 4 · ₹900' }));
  expect(screen.getByText('1 week is not free. 4 games until Sun 13 Dec.')).toBeTruthy();
  weeks = { weeks: [week('2026-11-29'), week('2026-12-06'), { ...last, slots: last.slots.map(withoutOthers) }] };
  await user.click(await submit('Book for Rohan Mehta · ₹3,900'));
  await waitFor(() => expect(calls(SERIES)).toHaveLength(2));
  await waitFor(() => expect(clash.queryByRole('button', { name: 'Court 4 · ₹900' })).toBeNull());
  expect(clash.getByRole('button', { name: 'Leave it out' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('1 week is not free. 3 games until Sun 6 Dec.')).toBeTruthy();
});

test('nothing is booked while the weeks are not known', async () => {
  let fails = true;
  const { user, calls } = await openSeries({ [SERIES]: () => (fails ? 'no network' : WEEKS) });
  expect(await screen.findByText('The weeks did not load')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Book for Rohan/ })).toHaveProperty('disabled', true);
  await user.type(await field(), '{Enter}');
  expect(calls(BOOK)).toEqual([]);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await submit('Book for Rohan Mehta · ₹3,000')).toHaveProperty('disabled', false);
});

test('only the first game is paid at once', async () => {
  const permissions = { 'board.read': 'yes', 'booking.make': 'yes', 'payment.take': 'yes' } as const;
  const { user } = await openSeries({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions: { ...sampleMe.permissions, ...permissions } }),
  });
  await submit('Book for Rohan Mehta · ₹3,000');
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  expect(screen.getByRole('button', { name: /^Book for Rohan Mehta and take ₹1,000/ })).toBeTruthy();
});

test('if the price changes before a series is booked and its first game paid, the button names what is taken by now', async () => {
  const permissions = { 'board.read': 'yes', 'booking.make': 'yes', 'payment.take': 'yes' } as const;
  const current = { total_paise: 330_000, first_day_paise: 110_000 };
  const { user, calls } = await openSeries({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions: { ...sampleMe.permissions, ...permissions } }),
    [BOOK]: ({ body }) =>
      body?.['total_paise'] === 330_000 ? bookedAnswer(body) : [409, problem('price_changed', { current })],
  });
  await submit('Book for Rohan Mehta · ₹3,000');
  await user.click(screen.getByRole('radio', { name: 'Cash' }));
  await user.click(await submit(/^Book for Rohan Mehta and take ₹1,000/));
  await screen.findByText('It costs ₹3,300 now. Book again if that is right.');
  await user.click(await submit(/^Book for Rohan Mehta and take ₹1,100/));
  await waitFor(() => expect(calls(BOOK).map(({ body }) => body?.['total_paise'])).toEqual([300_000, 330_000]));
});

test('no more weeks can be chosen than the server allows', async () => {
  const business = { ...sampleMe.business, series_weeks: 52 };
  const permissions = { ...sampleMe.permissions, 'booking.make': 'yes' };
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, business, permissions }) }, '?book=23-1140');
  const weeks = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Every week' });
  expect(weeks.options[weeks.options.length - 1]?.text).toBe('52 weeks');
});

test('weeks that are too many by now are refused with a message about the weeks', async () => {
  await openSeries({ [SERIES]: () => [409, problem('too_many_weeks')] });
  expect(await screen.findByText('A weekly series may not have that many weeks here. Choose fewer.')).toBeTruthy();
});

test('if another court makes the chosen weeks too many, the longest series that is still offered is taken', async () => {
  const { user, calls } = open({ [SERIES]: () => WEEKS }, '?book=21-1140,22-1140,23-1140,21-1200');
  const weeks = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Every week' });
  await user.selectOptions(weeks, '26 weeks');
  await waitFor(() => expect(calls(SERIES)).toHaveLength(1));
  await user.click(await freeSlot(2, '8 to 9 PM'));
  await waitFor(() => expect(calls(SERIES)).toHaveLength(2));
  expect(weeks.selectedOptions[0]?.text).toBe('20 weeks');
  expect(calls(SERIES)[1]?.query.get('weeks')).toBe('20');
});
