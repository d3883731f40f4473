import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '@/lib/toast';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleMe,
  type DeskReplies,
} from '@/testing/desk-server';
import { queryClient } from '@/desk/api/query-client';
import { setBookingFor } from '@/desk/lib/booking-for';
import { BOARD, ME, openDesk, prepareEach } from './desk.test-kit';

// Compiled before the first test, as the panel of the board is.
await import('@/desk/lock/LockPage');
await import('@/desk/refunds/RefundsPage');

prepareEach();

const entries = async () => {
  await screen.findByRole('navigation', { name: 'Desk' });
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
};

test('the desk begins at the board of the venue that was shown last', async () => {
  const venues = [...sampleMe.venues, { id: 2, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false }];
  const replies = { [ME]: () => ({ ...sampleMe, venues }) } satisfies DeskReplies;
  const first = openDesk('/desk', replies);
  await waitFor(() => expect(first.place()).toBe('/desk/v/1/board'));
  await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), 'Old Mill');
  await waitFor(() => expect(first.place()).toBe('/desk/v/2/board'));
  cleanup();
  const second = openDesk('/desk/', replies);
  await waitFor(() => expect(second.place()).toBe('/desk/v/2/board'));
});

test('the frame has an entry for each screen that the person may open, and no other', async () => {
  const { user, place } = openDesk('/desk/v/1/board');
  await screen.findByRole('grid');
  // The name of the person at the bottom is a link to their keys.
  const entry = ['#content', '/desk/', '/desk/v/1/check-in', '/desk/set-up', '/desk/set-up/keys'];
  const print = '/desk/v/1/print?day=2026-11-22';
  expect(await entries()).toEqual([...entry, print]);
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/desk/set-up'));
  const heading = { level: 1, name: 'Set-up' };
  expect(await screen.findByRole('heading', heading, { timeout: 5_000 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set-up' }).getAttribute('aria-current')).toBe('page');
});

test('on the board of a retired venue the entry of the prices leads to a venue that has some', async () => {
  const [here] = sampleMe.venues;
  if (here === undefined) throw new Error('the sample person has a venue');
  const venues = [
    { ...here, id: 2, name: 'Old Mill' },
    { ...here, is_retired: true },
  ];
  const permissions = { ...sampleMe.permissions, 'price.publish': 'yes' };
  openDesk('/desk/v/1/board', { [ME]: () => ({ ...sampleMe, venues, permissions }) });
  await screen.findByRole('grid');
  expect(await entries()).toContain('/desk/v/2/prices');
});

test('an owner whose venues are all retired gets to the refunds and the payouts', async () => {
  const [here] = sampleMe.venues;
  if (here === undefined) throw new Error('the sample person has a venue');
  const past_venues = [{ ...here, is_retired: true }];
  const permissions = { ...sampleMe.permissions, 'payment.take': 'yes', 'refund.settle': 'yes', 'payout.read': 'yes' };
  const { user, place } = openDesk('/desk/refunds', {
    [ME]: () => ({ ...sampleMe, venues: [], past_venues, permissions }),
    'GET /api/desk/refunds': () => ({ refunds: [], next: null, open: [], batch_at: '2026-11-27T05:30:00Z' }),
  });
  const entry = await screen.findByRole('link', { name: 'Money' });
  expect(entry.getAttribute('href')).toBe('/desk/refunds');
  await user.click(await screen.findByRole('link', { name: 'Payouts' }));
  await waitFor(() => expect(place()).toBe('/desk/payouts'));
});

test('a person who takes no money gets from the entry of the money to the end of the day', async () => {
  const permissions = { ...sampleMe.permissions, 'day.close': 'yes' };
  openDesk('/desk/v/1/board', { [ME]: () => ({ ...sampleMe, permissions }) });
  const entry = await screen.findByRole('link', { name: 'Money' });
  expect(entry.getAttribute('href')).toBe('/desk/v/1/day/2026-11-22');
});

test('check-in opens by its entry and by G and D, for those who may', async () => {
  const { user, place } = openDesk('/desk/v/1/board');
  await screen.findByRole('grid');
  await user.click(await screen.findByRole('link', { name: 'Check in' }));
  await waitFor(() => expect(place()).toBe('/desk/v/1/check-in'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Check in, Riverside Arena' })).toBeTruthy();
  await user.keyboard('gb');
  await waitFor(() => expect(place()).toBe('/desk/v/1/board'));
  await user.keyboard('gd');
  await waitFor(() => expect(place()).toBe('/desk/v/1/check-in'));
  cleanup();
  queryClient.clear();
  openDesk('/desk/v/1/check-in', { [ME]: () => ({ ...sampleMe, permissions: { 'board.read': 'yes' } }) });
  expect(await screen.findByText('Your role does not check players in. Ask a manager.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Check in' })).toBeNull();
});

test('a person who is signed out signs in and comes back to the same place', async () => {
  const { user, place } = openDesk('/desk/v/1/board?open=4820193756', {
    [ME]: () => [401, problem('signed_out')],
    'POST /api/desk/totp': () => sampleMe,
  });
  await waitFor(() => expect(place()).toMatch(/^\/desk\/sign-in\?to=/));
  await user.type(await screen.findByLabelText('Mobile number'), '9825041736');
  await user.type(screen.getByLabelText('Code of the app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(place()).toBe('/desk/v/1/board?open=4820193756'));
  expect(await screen.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
});

test('what a person has begun is kept for their next sign-in, and not shown to another person', async () => {
  const clerk: typeof sampleMe = { ...sampleMe, permissions: { ...sampleMe.permissions, 'booking.make': 'yes' } };
  let me: typeof sampleMe | null = clerk;
  const endSession = async () => {
    me = null;
    await queryClient.refetchQueries({ queryKey: ['me'] });
  };
  const signInAs = async (next: typeof sampleMe) => {
    await user.type(await screen.findByLabelText('Mobile number'), '9825041736');
    me = next;
    await user.type(screen.getByLabelText('Code of the app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('grid');
  };
  const { user } = openDesk('/desk/v/1/board', {
    [ME]: () => me ?? [401, problem('signed_out')],
    'POST /api/desk/totp': () => me ?? [401, problem('signed_out')],
  });
  await screen.findByRole('grid');
  act(() => setBookingFor({ text: 'Asha Patel', player: '17' }));
  expect(screen.getByText('Booking for Asha Patel')).toBeTruthy();

  await endSession();
  await signInAs(clerk);
  expect(screen.getByText('Booking for Asha Patel')).toBeTruthy();

  await endSession();
  await signInAs({ ...clerk, staff: { ...clerk.staff, id: '13', name: 'Ravi Shah' } });
  expect(screen.queryByText('Booking for Asha Patel')).toBeNull();
});

test('a session that ends while the board is open leads to the sign-in too', async () => {
  let ended = false;
  const { place } = openDesk('/desk/v/1/board', {
    [BOARD]: () => (ended ? [401, problem('signed_out')] : sampleBoard()),
  });
  await screen.findByRole('grid');
  ended = true;
  await queryClient.refetchQueries({ queryKey: ['board'] });
  await waitFor(() => expect(place()).toMatch(/^\/desk\/sign-in\?to=%2Fv%2F1%2Fboard/));
});

test('a locked device shows who can unlock it, and a PIN leads back to the same place', async () => {
  let isLocked = true;
  const { user, place } = openDesk('/desk/v/1/board?open=4820193756', {
    [ME]: () => (isLocked ? [401, problem('locked')] : sampleMe),
    'GET /api/desk/lock': () => ({
      label: 'Front desk',
      business: 'Baroda Pickleball Club',
      venue: 'Riverside Arena',
      people: [{ id: '12', name: 'Nisha Trivedi' }],
    }),
    'POST /api/desk/pin': () => {
      isLocked = false;
      return sampleMe;
    },
  });
  await waitFor(() => expect(place()).toMatch(/^\/desk\/lock\?to=/));
  await user.click(await screen.findByRole('button', { name: 'Nisha Trivedi' }));
  await user.keyboard('402917');
  await waitFor(() => expect(place()).toBe('/desk/v/1/board?open=4820193756'));
  expect(await screen.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
});

test('on a paired device L locks, on the server too, and everything that was read is removed', async () => {
  const device = { id: '71', label: 'Front desk', lock_seconds: 600 };
  let locks = 0;
  const { user, place } = openDesk('/desk/v/1/board', {
    [ME]: () => ({ ...sampleMe, device }),
    'POST /api/desk/lock': () => {
      locks += 1;
      return [204, null];
    },
    'GET /api/desk/lock': () => ({ label: 'Front desk', business: 'BPC', venue: 'Riverside Arena', people: [] }),
  });
  const grid = await screen.findByRole('grid');
  await screen.findByRole('button', { name: 'Lock' });
  grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  await user.keyboard('l');
  await waitFor(() => expect(locks).toBe(1));
  await waitFor(() => expect(place()).toBe('/desk/lock?to=%2Fv%2F1%2Fboard'));
  await waitFor(() => expect(queryClient.getQueryData(['me'])).toBeUndefined());
  expect(queryClient.getQueriesData({ queryKey: ['board'] })).toEqual([]);
});

test('the messages of a person end with the lock, and the next person gets no late one', async () => {
  const device = { id: '71', label: 'Front desk', lock_seconds: 600 };
  const slow = deferred<void>();
  let marks = 0;
  let me: typeof sampleMe | null = { ...sampleMe, device };
  const { user, place } = openDesk('/desk/v/1/board?open=4820193756', {
    [ME]: () => me ?? [401, problem('locked')],
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ version: 7 })] }),
    'PUT /api/desk/bookings/{order}/attendance': async () => {
      marks += 1;
      await slow.promise;
      return sampleBooking({ version: 8, attendance: 'arrived' });
    },
    'POST /api/desk/lock': () => {
      me = null;
      return [204, null];
    },
    'GET /api/desk/lock': () => ({
      label: 'Front desk',
      business: 'BPC',
      venue: 'Riverside Arena',
      people: [{ id: '13', name: 'Ravi Shah' }],
    }),
    'POST /api/desk/pin': () => {
      me = { ...sampleMe, device, staff: { ...sampleMe.staff, id: '13', name: 'Ravi Shah' } };
      return me;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Check in' }));
  await waitFor(() => expect(marks).toBe(1));
  const undo = { label: 'Undo', key: 'Z', run: vi.fn<() => void>() };
  act(() => toast.undoable('Asha Patel is checked in.', undo, 20_000));
  await screen.findByText('Asha Patel is checked in.');
  act(() => toast.forAnyone('success', 'The shift is closed.'));
  await user.click(await screen.findByRole('button', { name: 'Lock' }));
  expect(screen.queryByText('Asha Patel is checked in.'), 'at once, not when the lock page is there').toBeNull();
  await waitFor(() => expect(place()).toMatch(/^\/desk\/lock/));
  act(() => toast.success('Meera Shah is checked in.'));
  expect(screen.queryByText('Meera Shah is checked in.'), 'an answer that comes on the lock page').toBeNull();
  expect(screen.getByText('The shift is closed.')).toBeTruthy();

  await user.click(await screen.findByRole('button', { name: 'Ravi Shah' }));
  await user.keyboard('402917');
  await screen.findByRole('grid');
  slow.resolve();
  // The board is read again once the mark is answered.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await queryClient.refetchQueries({ queryKey: ['board'] });
  expect(screen.queryByText(/is checked in\./)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a mark that fails after the lock is reported on the lock page, without the name of the player', async () => {
  const device = { id: '71', label: 'Front desk', lock_seconds: 600 };
  const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
  let marks = 0;
  const { user, place } = openDesk('/desk/v/1/board?open=4820193756', {
    [ME]: () => ({ ...sampleMe, device }),
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ version: 7 })] }),
    'PUT /api/desk/bookings/{order}/attendance': () => {
      marks += 1;
      return answer.promise;
    },
    'POST /api/desk/lock': () => [204, null],
    'GET /api/desk/lock': () => ({ label: 'Front desk', business: 'BPC', venue: 'Riverside Arena', people: [] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Check in' }));
  await waitFor(() => expect(marks).toBe(1));
  await user.click(await screen.findByRole('button', { name: 'Lock' }));
  await waitFor(() => expect(place()).toMatch(/^\/desk\/lock/));
  answer.resolve([409, problem('day_closed')]);
  expect(await screen.findByText('The attendance was not changed')).toBeTruthy();
  expect(screen.queryByText(/Rohan Mehta/)).toBeNull();
});

test('the board of a venue that a person has lost while it was open is not shown any more', async () => {
  let isTheirs = true;
  openDesk('/desk/v/1/board', {
    [ME]: () => (isTheirs ? sampleMe : { ...sampleMe, venues: [] }),
    [BOARD]: () => (isTheirs ? sampleBoard() : [404, problem('not_found')]),
  });
  await screen.findByRole('grid');
  isTheirs = false;
  await act(() => queryClient.refetchQueries({ queryKey: ['board'] }));
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(queryClient.getQueryData(['me'])).toMatchObject({ venues: [] });
});

test('an action that the role does not allow any more is not offered after its refusal', async () => {
  let isAllowed = true;
  const { user } = openDesk('/desk/v/1/board?open=4820193756', {
    [ME]: () => (isAllowed ? sampleMe : { ...sampleMe, permissions: { 'board.read': 'yes' } }),
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ version: 7 })] }),
    'PUT /api/desk/bookings/{order}/attendance': () => [403, problem('not_allowed')],
  });
  const checkIn = await screen.findByRole('button', { name: 'Check in' });
  isAllowed = false;
  await user.click(checkIn);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull());
});

test('a lock that got no answer is repeated, and until a PIN no screen opens, also after a reload', async () => {
  const device = { id: '71', label: 'Front desk', lock_seconds: 600 };
  let isLost = true;
  const locks: (string | null)[] = [];
  const replies: DeskReplies = {
    [ME]: () => ({ ...sampleMe, device }),
    'POST /api/desk/lock': ({ key }) => {
      locks.push(key);
      return isLost ? 'no network' : [401, problem('locked')];
    },
    'GET /api/desk/lock': () => ({
      label: 'Front desk',
      business: 'BPC',
      venue: 'Riverside Arena',
      people: [{ id: '12', name: 'Nisha Trivedi' }],
    }),
    'POST /api/desk/pin': () => ({ ...sampleMe, device }),
  };
  const first = openDesk('/desk/v/1/board', replies);
  await screen.findByRole('grid');
  await first.user.click(await screen.findByRole('button', { name: 'Lock' }));
  await waitFor(() => expect(first.place()).toBe('/desk/lock?to=%2Fv%2F1%2Fboard'));
  await waitFor(() => expect(locks).not.toEqual([]));
  await screen.findByRole('button', { name: 'Nisha Trivedi' });
  expect(localStorage.getItem('desk_locked')).toBe(locks[0]);
  cleanup();
  queryClient.clear();

  isLost = false;
  locks.length = 0;
  const again = openDesk('/desk/v/1/board', replies);
  await waitFor(() => expect(again.place()).toBe('/desk/lock?to=%2Fv%2F1%2Fboard'));
  await waitFor(() => expect(locks).not.toEqual([]));
  expect(queryClient.getQueryData(['me'])).toBeUndefined();
  await waitFor(() => expect(localStorage.getItem('desk_locked')).toBeNull());
  await again.user.click(await screen.findByRole('button', { name: 'Nisha Trivedi' }));
  await again.user.keyboard('402917');
  await waitFor(() => expect(again.place()).toBe('/desk/v/1/board'));
});

test('a PIN ends a lock that the server has not answered', async () => {
  localStorage.setItem('desk_locked', '6f1c');
  const { user, place } = openDesk('/desk/v/1/board', {
    'POST /api/desk/lock': () => 'no network',
    'GET /api/desk/lock': () => ({
      label: 'Front desk',
      business: 'BPC',
      venue: 'Riverside Arena',
      people: [{ id: '12', name: 'Nisha Trivedi' }],
    }),
    'POST /api/desk/pin': () => sampleMe,
  });
  await user.click(await screen.findByRole('button', { name: 'Nisha Trivedi' }));
  await user.keyboard('402917');
  await waitFor(() => expect(place()).toBe('/desk/v/1/board'));
  expect(localStorage.getItem('desk_locked')).toBeNull();
});

test('a person without a key cannot open another screen before adding one', async () => {
  const { place } = openDesk('/desk/v/1/board', { [ME]: () => ({ ...sampleMe, must_enrol: true }) });
  await waitFor(() => expect(place()).toBe('/desk/join'));
  expect(await screen.findByRole('heading', { name: 'Welcome, Nisha' })).toBeTruthy();
});

test('a desk that does not load says so, and tries again', async () => {
  let fails = true;
  const { user } = openDesk('/desk/v/1/board', { [ME]: () => (fails ? [403, problem('not_allowed')] : sampleMe) });
  expect(await screen.findByText('The desk did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('grid')).toBeTruthy();
});

test('an unknown address says so', async () => {
  openDesk('/desk/moon');
  expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeTruthy();
});
