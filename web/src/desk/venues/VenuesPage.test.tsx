import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { writeTexts } from '@/desk/api/write-texts';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { onPhone } from '@/testing/on-phone';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { sampleVenue } from './sample.test-kit';
import { VenuesPage } from './VenuesPage';
import { venuesQuery, type Court, type LosingBooking, type Venue } from './venues';

const owner = (isProven = true) => ({
  ...sampleMe,
  staff: { ...sampleMe.staff, role: 'owner' as const },
  permissions: { ...sampleMe.permissions, 'setup.edit': 'yes' },
  has_app: true,
  proof_until: isProven ? new Date(Date.now() + 300_000).toISOString() : null,
});
const manager = () => ({ ...owner(), permissions: { ...sampleMe.permissions, 'setup.edit': 'no' } });

const booking: LosingBooking = {
  order: '4820193756',
  court: 'Court 2',
  day: '2026-11-22',
  minute: 1140,
  player: 'Asha Patel',
  phone: '+91 ••••• •3210',
  paid_paise: 80_000,
  is_held: false,
  because: 'court_gone',
};
const other: LosingBooking = { ...booking, order: '4820193757', minute: 1200, player: 'Rohan Mehta' };
const losing = (...bookings: LosingBooking[]) => ({ bookings, most_closed: 200 });

beforeEach(() => {
  localStorage.clear();
  dropPersonalStores();
});
afterEach(() => vi.unstubAllGlobals());

function open(at: string, venues: Venue[] = [sampleVenue()], replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': () => owner(),
    'GET /api/desk/set-up/venues': () => ({ venues, time_zone: 'Asia/Kolkata' }),
    ...replies,
  });
  return { ...renderScreen({ path: '/set-up/venues/{-$venue}', at, component: withMe(VenuesPage) }), log };
}

test('an owner without a venue adds the first one in one form', async () => {
  const { user, log } = open('/set-up/venues/new', [], {
    'POST /api/desk/set-up/venues': () => [201, { id: 1 }],
  });
  const form = within(await screen.findByRole('form', { name: 'New venue' }));
  await user.click(form.getByRole('button', { name: 'Add the venue' }));
  expect(form.getByText('Write a name.')).toBeTruthy();
  expect(form.getByText('Write rupees from 0 to 10,00,000, such as 800 or 799.50.')).toBeTruthy();
  expect(log.some(({ call }) => call.startsWith('POST'))).toBe(false);
  await user.type(form.getByLabelText('Name'), 'Old Mill');
  await user.type(form.getByLabelText('Area'), 'Alkapuri');
  await user.type(form.getByLabelText('Postal address'), '3 Station Road');
  await user.type(form.getByLabelText('Price of an hour, ₹'), '799.50');
  await user.click(form.getByRole('button', { name: 'Parking' }));
  const preview = within(form.getByRole('figure', { name: 'How players see it' }));
  expect(preview.getByText('Old Mill')).toBeTruthy();
  expect(preview.getByText('4 outdoor')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Add the venue' }));
  await waitFor(() => expect(log.some(({ call }) => call === 'POST /api/desk/set-up/venues')).toBe(true));
  const sent = log.find(({ call }) => call === 'POST /api/desk/set-up/venues');
  expect(sent?.body).toMatchObject({
    price_paise: 79_950,
    outdoor: 4,
    indoor: 0,
    first_minute: 360,
    last_minute: 1_320,
  });
  expect(sent?.body).toMatchObject({ fields: { name: 'Old Mill', facilities: ['parking'], image: '' } });
});

test('the price of a new venue is asked for the length of its slots', async () => {
  const { user } = open('/set-up/venues/new', []);
  const form = within(await screen.findByRole('form', { name: 'New venue' }));
  expect(form.getByLabelText('Price of an hour, ₹')).toBeTruthy();
  const slot = form.getByLabelText('Minutes from start to start');
  await user.clear(slot);
  await user.type(slot, '90');
  expect(form.getByLabelText('Price of 90 minutes, ₹')).toBeTruthy();
});

test('the focus moves to the field of a new venue that the server refused', async () => {
  const { user } = open('/set-up/venues/new', [sampleVenue()], {
    'POST /api/desk/set-up/venues': () => [422, problem('invalid', { fields: { name: 'taken' } })],
  });
  const form = within(await screen.findByRole('form', { name: 'New venue' }));
  await user.type(form.getByLabelText('Name'), 'Riverside Arena');
  await user.type(form.getByLabelText('Area'), 'Alkapuri');
  await user.type(form.getByLabelText('Postal address'), '3 Station Road');
  await user.type(form.getByLabelText('Price of an hour, ₹'), '800');
  await user.click(form.getByRole('button', { name: 'Add the venue' }));
  expect(await form.findByText('Another venue has this name.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')));
});

test('a person who has left the form of a new venue is not led back when it is added', async () => {
  const answer = deferred<readonly [201, { id: number }]>();
  const { user, log, place, queryClient } = open('/set-up/venues/new', [sampleVenue()], {
    'POST /api/desk/set-up/venues': () => answer.promise,
  });
  const form = within(await screen.findByRole('form', { name: 'New venue' }));
  await user.type(form.getByLabelText('Name'), 'Old Mill');
  await user.type(form.getByLabelText('Area'), 'Alkapuri');
  await user.type(form.getByLabelText('Postal address'), '3 Station Road');
  await user.type(form.getByLabelText('Price of an hour, ₹'), '800');
  await user.click(form.getByRole('button', { name: 'Add the venue' }));
  await waitFor(() => expect(log.some(({ call }) => call === 'POST /api/desk/set-up/venues')).toBe(true));
  await user.click(screen.getByRole('link', { name: /Riverside Arena/ }));
  await waitFor(() => expect(place()).toBe('/set-up/venues/1'));
  answer.resolve([201, { id: 2 }]);
  expect(await screen.findByText(/Old Mill can be booked/)).toBeTruthy();
  // The venues are read again before the form reports that it has saved.
  await waitFor(() => expect(log.filter(({ call }) => call === 'GET /api/desk/set-up/venues')).toHaveLength(2));
  await waitFor(() => expect([queryClient.isMutating(), queryClient.isFetching()]).toEqual([0, 0]));
  await act(() => pause(0));
  expect(place()).toBe('/set-up/venues/1');
  await user.click(await screen.findByRole('button', { name: 'Add a venue' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
});

test('a change by which no booking loses its place is saved at once, with the version that was read', async () => {
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => ({ version: 4, closed: 0, holds: 0, kept: 0 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  expect(form.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  await user.click(form.getByRole('radio', { name: 'Indoor' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  const sent = log.find(({ call }) => call.startsWith('PATCH'));
  expect(sent?.ifMatch).toBe('"3"');
  expect(sent?.body).toEqual({
    change: { courts: [{ number: 3, name: '', is_indoor: true, is_active: true }] },
    keep: [],
    close: [],
    reason: null,
  });
});

test('the number typed for a new court is saved by Enter, and a wrong one is not replaced by another', async () => {
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => ({ version: 4, closed: 0, holds: 0, kept: 0 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  const number = form.getByLabelText<HTMLInputElement>('Number painted on it');
  await user.clear(number);
  await user.type(number, '2');
  expect(form.queryByText('Another court has this number.')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Done' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Another court has this number.')).toBeTruthy();
  const again = form.getByLabelText<HTMLInputElement>('Number painted on it');
  expect(again.value).toBe('2');
  await waitFor(() => expect(document.activeElement).toBe(again));
  expect(log.some(({ call }) => call.startsWith('POST'))).toBe(false);
  await user.type(again, '4{Enter}');
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  const sent = log.find(({ call }) => call.startsWith('PATCH'));
  expect(sent?.body?.['change']).toEqual({ courts: [{ number: 24, name: '', is_indoor: false, is_active: true }] });
});

test('a new court gets the number typed for it once the other court has given that number up', async () => {
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => ({ version: 4, closed: 0, holds: 0, kept: 0 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  const number = () => form.getByLabelText<HTMLInputElement>('Number painted on it');
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  await user.click(form.getByRole('button', { name: 'Done' }));
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  await user.clear(number());
  await user.type(number(), '3');
  await user.click(form.getByRole('button', { name: 'Done' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Another court has this number.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Court 3, Outdoor' }));
  fireEvent.change(number(), { target: { value: '8' } });
  await user.click(form.getByRole('button', { name: 'Court 3, Outdoor' }));
  expect(number().value).toBe('3');
  expect(form.queryByText('Another court has this number.')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  const sent = log.find(({ call }) => call.startsWith('PATCH'));
  expect(sent?.body?.['change']).toEqual({
    courts: [3, 8].map((it) => ({ number: it, name: '', is_indoor: false, is_active: true })),
  });
});

test('a name of a court with a character that cannot be seen is not sent, and the form of that court says so', async () => {
  const { user, log } = open('/set-up/venues/1');
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  const name = form.getAllByLabelText<HTMLInputElement>('Name')[0] as HTMLInputElement;
  await user.clear(name);
  await user.type(name, 'Show\u200b court');
  await user.click(form.getByRole('button', { name: 'Done' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/^There is a character that cannot be seen/)).toBeTruthy();
  const again = form.getAllByLabelText<HTMLInputElement>('Name')[0];
  expect(again?.value).toBe('Show\u200b court');
  await waitFor(() => expect(document.activeElement).toBe(again));
  expect(log.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('the focus moves to what the server refused in a changed venue: a field, the courts or the pictures', async () => {
  let fields: Record<string, string> = { name: 'taken', image: 'unknown' };
  const { user } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => [422, problem('invalid', { fields })],
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Another venue has this name.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')));
  for (const [field, code, message] of [
    ['courts', 'required', 'A venue needs a court. Retire the venue instead.'],
    ['image', 'unknown', 'This picture is gone. Choose it again.'],
  ] as const) {
    fields = { [field]: code };
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(message));
  }
});

test('a refusal of a field that the form does not show is reported for the whole form', async () => {
  const { user } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => [422, problem('invalid', { fields: { number: 'unknown' } })],
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Something in the form is not right.')).toBeTruthy();
  expect(form.getByText('That was not saved')).toBeTruthy();
});

test('a change without an answer is not said to have failed', async () => {
  const { user } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => [503, problem('unknown_outcome')],
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(form.queryByText('That was not saved')).toBeNull();
});

test('after a lost answer the same change of a later version is saved by another request', async () => {
  let current = sampleVenue();
  const { user, log, queryClient } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': ({ ifMatch }) =>
      ifMatch === '"9"' ? { version: 10, closed: 0, holds: 0, kept: 0 } : [503, problem('unknown_outcome')],
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  current = sampleVenue({ version: 9 });
  await queryClient.refetchQueries({ queryKey: venuesQuery.queryKey });
  await user.click(await screen.findByRole('button', { name: 'Put mine on top of it' }));
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Save' }));
  const sent = () => log.filter(({ call }) => call.startsWith('PATCH'));
  await waitFor(() => expect(sent().at(-1)?.ifMatch).toBe('"9"'));
  expect(sent().at(-1)?.key).not.toBe(sent()[0]?.key);
  expect(sent().at(-1)?.body).toEqual(sent()[0]?.body);
}, 20_000);

test('each booking that loses its place is kept or cancelled, and a changed list is shown again', async () => {
  let tries = 0;
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(booking),
    'PATCH /api/desk/set-up/venues/{venue}': () => {
      tries += 1;
      return tries === 1
        ? [409, problem('bookings_lose_place', { current: losing(booking, other) })]
        : { version: 4, closed: 1, holds: 0, kept: 1 };
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  await user.click(form.getByRole('button', { name: 'Retire this court' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const asked = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  await user.click(asked.getByRole('button', { name: 'Save and do this' }));
  expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
  const row = within(asked.getByRole('radiogroup', { name: /Asha Patel$/ }));
  // What is missing takes the focus, so that it is in view and read aloud.
  expect(document.activeElement).toBe(row.getByRole('radio', { name: 'Keep' }));
  await user.click(row.getByRole('radio', { name: 'Cancel' }));
  await user.click(asked.getByRole('button', { name: 'Save and do this' }));
  expect(asked.getByText('Write a reason: the players read it.')).toBeTruthy();
  expect(document.activeElement).toBe(asked.getByLabelText('Reason that the players read'));
  await user.type(asked.getByLabelText('Reason that the players read'), 'Court 2 is rebuilt');
  await user.click(asked.getByRole('button', { name: 'Save and do this' }));

  expect(await asked.findByText('The list has changed meanwhile. Look at it again.')).toBeTruthy();
  const second = within(asked.getByRole('radiogroup', { name: /Rohan Mehta$/ }));
  await user.click(second.getByRole('radio', { name: 'Keep' }));
  await user.click(asked.getByRole('button', { name: 'Save and do this' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(log.findLast(({ call }) => call.startsWith('PATCH'))?.body).toMatchObject({
    keep: ['4820193757'],
    close: ['4820193756'],
    reason: 'Court 2 is rebuilt',
  });
});

test('what was decided about bookings cannot be changed while it is sent', async () => {
  const answer = deferred<{ version: number; closed: number; holds: number; kept: number }>();
  const { user } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(booking, other),
    'PATCH /api/desk/set-up/venues/{venue}': () => answer.promise,
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  await user.click(form.getByRole('button', { name: 'Retire this court' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const asked = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  await user.click(asked.getByRole('button', { name: 'Cancel all' }));
  const reason = asked.getByLabelText<HTMLInputElement>('Reason that the players read');
  await user.type(reason, 'Court 2 is rebuilt');
  const save = asked.getByRole('button', { name: 'Save and do this' });
  await user.click(save);
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  const row = within(asked.getByRole('radiogroup', { name: /Rohan Mehta$/ }));
  await user.click(row.getByRole('radio', { name: 'Keep' }));
  await user.click(asked.getByRole('button', { name: 'Keep all' }));
  await user.type(reason, ' and more');
  expect(asked.getAllByRole<HTMLInputElement>('radio', { name: 'Cancel' }).map(({ checked }) => checked)).toEqual([
    true,
    true,
  ]);
  expect(reason.value).toBe('Court 2 is rebuilt');
  answer.resolve({ version: 4, closed: 2, holds: 0, kept: 0 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what was decided for a change that is given up is not used for the next one', async () => {
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(booking, other),
    'PATCH /api/desk/set-up/venues/{venue}': () => ({ version: 4, closed: 1, holds: 0, kept: 1 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  await user.click(form.getByRole('button', { name: 'Retire this court' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const first = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  await user.click(first.getByRole('button', { name: 'Cancel all' }));
  await user.type(first.getByLabelText('Reason that the players read'), 'Court 2 is rebuilt');
  await user.click(first.getByRole('button', { name: 'Change nothing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(form.getByRole('button', { name: 'Bring it back' }));
  await user.click(form.getByRole('radio', { name: 'Indoor' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const second = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  expect(second.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual(Array(4).fill(false));
  await user.click(second.getByRole('button', { name: 'Save and do this' }));
  expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
  await user.click(second.getByRole('button', { name: 'Cancel all' }));
  expect(second.getByLabelText<HTMLInputElement>('Reason that the players read').value).toBe('');
});

test('what was decided about bookings stays while a new proof is asked for', async () => {
  let isOver = true;
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(booking, other),
    'PATCH /api/desk/set-up/venues/{venue}': () =>
      isOver ? [403, problem('proof_needed')] : { version: 4, closed: 1, holds: 0, kept: 1 },
    'POST /api/desk/me/prove': () => {
      isOver = false;
      return [204, null];
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  await user.click(form.getByRole('button', { name: 'Retire this court' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const first = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  await user.click(first.getByRole('button', { name: 'Cancel all' }));
  const row = within(first.getByRole('radiogroup', { name: /Rohan Mehta$/ }));
  await user.click(row.getByRole('radio', { name: 'Keep' }));
  await user.type(first.getByLabelText('Reason that the players read'), 'Court 2 is rebuilt');
  await user.click(first.getByRole('button', { name: 'Save and do this' }));
  await user.type(await screen.findByLabelText('Code of the app'), '123456{Enter}');
  const again = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  const second = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  await user.click(second.getByRole('button', { name: 'Save and do this' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(log.findLast(({ call }) => call.startsWith('PATCH'))?.body).toMatchObject({
    keep: ['4820193757'],
    close: ['4820193756'],
    reason: 'Court 2 is rebuilt',
  });
});

test('a reason with a character that cannot be seen is not sent, and is said', async () => {
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(booking, other),
    'PATCH /api/desk/set-up/venues/{venue}': () => ({ version: 4, closed: 2, holds: 0, kept: 0 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  await user.click(form.getByRole('button', { name: 'Retire this court' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const asked = within(await screen.findByRole('dialog', { name: 'These games lose their place' }));
  await user.click(asked.getByRole('button', { name: 'Cancel all' }));
  const field = asked.getByLabelText('Reason that the players read');
  await user.click(field);
  await user.paste('Court 2\u{200b} is rebuilt');
  await user.click(asked.getByRole('button', { name: 'Save and do this' }));
  expect(asked.getByText(/There is a character that cannot be seen/)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
  await user.clear(field);
  await user.type(field, 'Court 2 is rebuilt');
  await user.click(asked.getByRole('button', { name: 'Save and do this' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(log.findLast(({ call }) => call.startsWith('PATCH'))?.body).toMatchObject({ reason: 'Court 2 is rebuilt' });
});

const hillside = sampleVenue({ id: 2, fields: { ...sampleVenue().fields, name: 'Hillside Courts' } });

test('a press moves nothing at the end of the list, or while a venue is moved, whose button keeps the focus', async () => {
  const answer = deferred<{ venues: number[] }>();
  const { user, log } = open('/set-up/venues', [sampleVenue(), hillside], {
    'PUT /api/desk/set-up/venue-order': () => answer.promise,
  });
  const up = await screen.findByRole<HTMLButtonElement>('button', { name: 'Move Hillside Courts up' });
  await user.click(up);
  await user.keyboard('{Enter}');
  expect([document.activeElement, up.disabled, up.getAttribute('aria-disabled')]).toEqual([up, false, 'true']);
  answer.resolve({ venues: [2, 1] });
  expect(await screen.findByText(/Hillside Courts is now number 1/)).toBeTruthy();
  const sent = log.filter(({ call }) => call.startsWith('PUT'));
  expect(sent.map(({ body }) => body)).toEqual([{ venues: [2, 1] }]);
  await user.click(screen.getByRole('button', { name: 'Move Riverside Arena up' }));
  expect(log.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(1);
});

test('on a narrow screen without a network the screen of a venue says that it did not load', async () => {
  onPhone();
  goOffline();
  open('/set-up/venues/1', [], { 'GET /api/desk/set-up/venues': () => 'no network' });
  expect(await screen.findByText('The venues did not load')).toBeTruthy();
});

test('an order of venues that got no answer is not said to be unsaved', async () => {
  const { user } = open('/set-up/venues', [sampleVenue(), hillside], {
    'PUT /api/desk/set-up/venue-order': () => [503, problem('unknown_outcome')],
  });
  await user.click(await screen.findByRole('button', { name: 'Move Hillside Courts up' }));
  expect(await screen.findByText(`error: | ${writeTexts.unknownOutcome}`, {}, { timeout: 8_000 })).toBeTruthy();
});

test('a proof that has expired on the server is requested before venues are moved, whatever the clock says', async () => {
  let isOver = true;
  const { user } = open('/set-up/venues', [sampleVenue(), hillside], {
    'PUT /api/desk/set-up/venue-order': () => (isOver ? [403, problem('proof_needed')] : { venues: [2, 1] }),
    'POST /api/desk/me/prove': () => {
      isOver = false;
      return [204, null];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Move Hillside Courts up' }));
  await user.type(await screen.findByLabelText('Code of the app'), '123456{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('Code of the app')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Move Hillside Courts up' }));
  expect(await screen.findByText(/Hillside Courts is now number 1/)).toBeTruthy();
});

test('a proof that is needed for an order of venues is reported as a toast if the screen was left before', async () => {
  const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
  const { user, log, place } = open('/set-up/venues', [sampleVenue(), hillside], {
    'PUT /api/desk/set-up/venue-order': () => answer.promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Move Hillside Courts up' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PUT'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Move Hillside Courts up' })).toBeNull());
  answer.resolve([403, problem('proof_needed')]);
  expect(await screen.findByText(/^error: That was not saved \| Confirm with your passkey or a code/)).toBeTruthy();
});

test('typed text is kept when another person changed the venue', async () => {
  let current = sampleVenue();
  const { user, log } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': ({ ifMatch }) =>
      ifMatch === '"3"' ? [412, problem('changed_meanwhile')] : { version: 5, closed: 0, holds: 0, kept: 0 },
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.clear(form.getByLabelText('Name'));
  await user.type(form.getByLabelText('Name'), 'Mine');
  current = sampleVenue({ version: 4, fields: { ...current.fields, address: '15 River Road' } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Put mine on top of it' }));
  const rebased = within(screen.getByRole('form'));
  expect(rebased.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
  expect(rebased.getByLabelText<HTMLInputElement>('Postal address').value).toBe('15 River Road');
  await user.click(rebased.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.findLast(({ call }) => call.startsWith('PATCH'))?.ifMatch).toBe('"4"'));
});

test('what was typed about a venue stays while another screen is open', async () => {
  const { user, place, back } = open('/set-up/venues/1');
  await user.type(within(await screen.findByRole('form')).getByLabelText('Area'), ' East');
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  expect(screen.queryByRole('form')).toBeNull();
  back();
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  expect(form.getByLabelText<HTMLInputElement>('Area').value).toBe('Akota East');
  expect(form.getByText('Not saved yet')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Undo changes' }));
  expect(form.getByLabelText<HTMLInputElement>('Area').value).toBe('Akota');
});

test('what was typed about a new venue stays while another screen is open, until it is given up', async () => {
  const { user, place, back } = open('/set-up/venues/new');
  await user.type(await screen.findByLabelText('Price of an hour, ₹'), '800');
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  back();
  expect((await screen.findByLabelText<HTMLInputElement>('Price of an hour, ₹')).value).toBe('800');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Add a venue' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Price of an hour, ₹')).value).toBe('');
});

test('a change that is saved after its screen was left is no longer shown as unsaved', async () => {
  const answer = deferred<{ version: number; closed: number; holds: number; kept: number }>();
  let current = sampleVenue();
  const { user, log, place, back } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => answer.promise,
  });
  const first = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(first.getByLabelText('Area'), ' East');
  await user.click(first.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  current = sampleVenue({ version: 4, fields: { ...current.fields, location: 'Akota East' } });
  answer.resolve({ version: 4, closed: 0, holds: 0, kept: 0 });
  expect(await screen.findByText(/Riverside Arena is saved/)).toBeTruthy();
  back();
  const again = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  expect(await again.findByDisplayValue('Akota East')).toBeTruthy();
  expect(again.queryByText('Not saved yet')).toBeNull();
});

test('a change that is refused after its screen was left is reported as a toast, and stays unsaved', async () => {
  const answered = deferred<void>();
  const { user, log, place, back } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': async () => {
      await answered.promise;
      return [409, problem('venue_today_closed')];
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  answered.resolve();
  expect(await screen.findByText(/^error: That was not saved \| Today is closed/)).toBeTruthy();
  back();
  const again = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  expect(again.getByText('Not saved yet')).toBeTruthy();
});

test('a change that waits for a decision when its screen was left is reported as a toast, and stays unsaved', async () => {
  const answer = deferred<ReturnType<typeof losing>>();
  const { user, log, place, back } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => answer.promise,
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  answer.resolve(losing(booking));
  expect(await screen.findByText(/^warning: That was not saved \| Bookings would lose their place\./)).toBeTruthy();
  back();
  const again = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  expect(again.getByText('Not saved yet')).toBeTruthy();
  expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
});

test('a picture that is refused after the screen was left is reported as a toast', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 640, height: 400, close: () => undefined }));
  const answer = deferred<readonly [422, ReturnType<typeof problem>]>();
  const { user, log, place } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/pictures': () => answer.promise,
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  const file = new File(['x'], 'hall.png', { type: 'image/png' });
  await user.upload(form.getByLabelText('Add a picture', { selector: 'input' }), file);
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  answer.resolve([422, problem('invalid', { fields: { image: 'damaged' } })]);
  expect(await screen.findByText(/^error: That was not saved \| This picture cannot be read\./)).toBeTruthy();
});

test('a new court that was saved without an answer is not added again', async () => {
  let current = sampleVenue();
  const { user, queryClient } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  expect(form.getByRole('button', { name: 'Save' })).toBeTruthy();
  const added = { ...(current.courts[0] as Court), id: 3, number: 3, name: 'Court 3' };
  current = sampleVenue({ version: 4, courts: [...current.courts, added] });
  await queryClient.refetchQueries({ queryKey: venuesQuery.queryKey });
  await waitFor(() => expect(form.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(screen.queryByText(/^Another person changed this venue/)).toBeNull();
  expect(form.getByRole('button', { name: 'Court 3, Outdoor' })).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Court 4, Outdoor' })).toBeNull();
});

test('a new court does not replace one that another person added with the same number', async () => {
  let current = sampleVenue();
  const { user, log } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': ({ ifMatch }) =>
      ifMatch === '"3"' ? [412, problem('changed_meanwhile')] : { version: 5, closed: 0, holds: 0, kept: 0 },
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  const theirs = { ...(current.courts[0] as Court), id: 3, number: 3, name: 'Centre court' };
  current = sampleVenue({ version: 4, courts: [...current.courts, theirs] });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Put mine on top of it' }));
  expect(form.queryByLabelText('Number painted on it')).toBeNull();
  expect(form.getByRole('button', { name: 'Centre court, Outdoor' })).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.findLast(({ call }) => call.startsWith('PATCH'))?.ifMatch).toBe('"4"'));
  expect(log.findLast(({ call }) => call.startsWith('PATCH'))?.body?.['change']).toEqual({
    courts: [{ number: 4, name: '', is_indoor: false, is_active: true }],
  });
});

test('the focus stays near what was closed or removed', async () => {
  const gallery = ['/images/2.jpg', '/images/3.jpg'];
  const { user } = open('/set-up/venues/1', [sampleVenue({ fields: { ...sampleVenue().fields, gallery } })]);
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Court 2, Outdoor' }));
  await user.click(form.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Courts' })));
  await user.click(form.getByRole('button', { name: 'Remove picture 1' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pictures' })));
  await user.click(form.getByRole('button', { name: 'Undo changes' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
});

test('the second press of a double click does not remove the picture that took the place of the first one', async () => {
  const gallery = ['/images/2.jpg', '/images/3.jpg'];
  const { user } = open('/set-up/venues/1', [sampleVenue({ fields: { ...sampleVenue().fields, gallery } })]);
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.click(form.getByRole('button', { name: 'Remove picture 1' }));
  expect(form.queryByRole('button', { name: 'Remove picture 2' })).toBeNull();
  fireEvent.click(form.getByRole('button', { name: 'Remove picture 1' }), { detail: 2 });
  expect(form.getByRole('button', { name: 'Remove picture 1' })).toBeTruthy();
});

test('the own change is not reported as that of another person while it is read again', async () => {
  let current = sampleVenue();
  let person = Promise.resolve(owner());
  const { user, queryClient } = open('/set-up/venues/1', [], {
    'GET /api/desk/me': () => person,
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => {
      current = sampleVenue({ version: 4, fields: { ...current.fields, location: 'Alkapuri' } });
      return { version: 4, closed: 0, holds: 0, kept: 0 };
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.clear(form.getByLabelText('Area'));
  await user.type(form.getByLabelText('Area'), 'Alkapuri');
  const read = deferred<ReturnType<typeof owner>>();
  person = read.promise;
  await user.click(form.getByRole('button', { name: 'Save' }));
  // The venues are read before the person is.
  await waitFor(() => expect(queryClient.getQueryData(venuesQuery.queryKey)?.venues[0]?.version).toBe(4));
  await act(() => pause(0));
  expect(screen.queryByText(/^Another person changed this venue/)).toBeNull();
  read.resolve(owner());
  expect(await screen.findByText(/Riverside Arena is saved/)).toBeTruthy();
});

test('a key that ends the composition of a word adds no facility', async () => {
  const { user } = open('/set-up/venues/1');
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  const field = form.getByLabelText('Another facility');
  await user.type(field, 'Sho');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  await user.type(field, 'wers{Enter}');
  expect(form.getByRole('button', { name: 'Remove Showers' })).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Remove Sho' })).toBeNull();
});

test('the key that saves a venue adds the facility that is typed', async () => {
  const { user, log } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => ({ version: 4, closed: 0, holds: 0, kept: 0 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Another facility'), 'Showers{Control>}{Enter}{/Control}');
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  const sent = log.find(({ call }) => call.startsWith('PATCH'));
  expect(sent?.body?.['change']).toMatchObject({ fields: { facilities: ['parking', 'Showers'] } });
});

test('the key that adds a venue adds it with the facility that is typed', async () => {
  const { user, log } = open('/set-up/venues/new', [], {
    'POST /api/desk/set-up/venues': () => [201, { id: 1 }],
  });
  const form = within(await screen.findByRole('form', { name: 'New venue' }));
  await user.type(form.getByLabelText('Name'), 'Old Mill');
  await user.type(form.getByLabelText('Area'), 'Alkapuri');
  await user.type(form.getByLabelText('Postal address'), '3 Station Road');
  await user.type(form.getByLabelText('Price of an hour, ₹'), '800');
  await user.type(form.getByLabelText('Another facility'), 'Showers{Control>}{Enter}{/Control}');
  await waitFor(() => expect(log.some(({ call }) => call === 'POST /api/desk/set-up/venues')).toBe(true));
  const sent = log.find(({ call }) => call === 'POST /api/desk/set-up/venues');
  expect(sent?.body).toMatchObject({ fields: { name: 'Old Mill', facilities: ['Showers'] } });
});

test('a venue with an open shift cannot be retired', async () => {
  open('/set-up/venues/1', [sampleVenue({ has_open_shift: true })]);
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  expect(form.getByRole('button', { name: 'Retire this venue' })).toHaveProperty('disabled', true);
  expect(form.getByText('A shift of this desk is open. Count its drawer first.')).toBeTruthy();
});

test('a manager sees a venue read-only', async () => {
  open('/set-up/venues/1', [sampleVenue()], { 'GET /api/desk/me': manager });
  expect(await screen.findByText(/Only owners change venues/)).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

test('a list that did not load is loaded again by a button', async () => {
  let isFirst = true;
  const { user } = open('/set-up/venues', [], {
    'GET /api/desk/set-up/venues': () => {
      if (!isFirst) return { venues: [], time_zone: 'Asia/Kolkata' };
      isFirst = false;
      return 'no network';
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No venue yet')).toBeTruthy();
});

test('a venue that did not load on a phone is loaded again by a button', async () => {
  onPhone();
  let isDown = true;
  const { user } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () =>
      isDown ? [503, problem('unavailable')] : { venues: [sampleVenue()], time_zone: 'Asia/Kolkata' },
  });
  expect(await screen.findByText('The venues did not load')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'Riverside Arena' })).toBeTruthy();
});

test('without a proof the venue is shown read-only, with the form for a proof', async () => {
  open('/set-up/venues/1', [sampleVenue()], { 'GET /api/desk/me': () => owner(false) });
  expect(await screen.findByRole('figure', { name: 'How players see it' })).toBeTruthy();
  expect(screen.getByLabelText('Code of the app')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Riverside Arena' })).toBeNull();
});

test('what is typed while a venue is saved stays, and is saved next', async () => {
  const answer = deferred<{ version: number; closed: number; holds: number; kept: number }>();
  let current = sampleVenue();
  const { user, log } = open('/set-up/venues/1', [], {
    'GET /api/desk/set-up/venues': () => ({ venues: [current], time_zone: 'Asia/Kolkata' }),
    'POST /api/desk/set-up/venues/{venue}/preview': () => losing(),
    'PATCH /api/desk/set-up/venues/{venue}': () => answer.promise,
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  const area = form.getByLabelText<HTMLInputElement>('Area');
  await user.clear(area);
  await user.type(area, 'Alkapuri');
  await user.click(form.getByRole('button', { name: 'Add a court' }));
  const save = form.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(save.getAttribute('aria-busy')).toBe('true');
  await user.type(form.getByLabelText('Another facility'), 'Showers{Enter}');
  await user.type(area, ' East');
  await user.type(form.getAllByLabelText('Name')[0] as HTMLElement, 'Show court');
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(true));
  expect(form.getByRole<HTMLInputElement>('button', { name: 'Choose a picture' }).disabled).toBe(true);
  const third = { ...(current.courts[0] as Court), id: 3, number: 3, name: 'Court 3', has_price: false };
  current = sampleVenue({
    version: 4,
    fields: { ...current.fields, location: 'Alkapuri' },
    courts: [...current.courts, third],
  });
  answer.resolve({ version: 4, closed: 0, holds: 0, kept: 0 });
  expect(await screen.findByText(/Riverside Arena is saved/)).toBeTruthy();
  expect(area.value).toBe('Alkapuri East');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(2));
  const second = log.findLast(({ call }) => call.startsWith('PATCH'));
  expect(second?.ifMatch).toBe('"4"');
  expect(second?.body?.['change']).toMatchObject({
    fields: { location: 'Alkapuri East', facilities: ['parking', 'Showers'] },
    courts: [{ number: 3, name: 'Show court' }],
  });
});

test('a venue is not saved while a picture uploads', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 640, height: 400, close: () => undefined }));
  const stored = deferred<{ address: string }>();
  const { user } = open('/set-up/venues/1', [sampleVenue()], {
    'POST /api/desk/set-up/pictures': () => stored.promise,
  });
  const form = within(await screen.findByRole('form', { name: 'Riverside Arena' }));
  await user.type(form.getByLabelText('Area'), ' East');
  const file = new File(['x'], 'hall.png', { type: 'image/png' });
  await user.upload(form.getByLabelText('Add a picture', { selector: 'input' }), file);
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true));
  stored.resolve({ address: '/images/9f86d081884c7d659a2feaa0c55ad015.png' });
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
});
