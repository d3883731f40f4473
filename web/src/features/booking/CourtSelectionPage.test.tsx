import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { courtsQuery } from '@/api/courts';
import { slotsQuery } from '@/api/slots';
import { endSession } from '@/lib/session';
import { PLACE, courts, alternatives, court, tapContinue, held, open, ORDER, slots } from '@/testing/court-selection';
import { deferred } from '@/testing/deferred';
import { preferReducedMotion } from '@/testing/reduced-motion';
import { signIn } from '@/testing/sign-in';
import { refusal, success, type Reply } from '@/testing/stand-in-server';

beforeEach(signIn);

describe('the court map', () => {
  test('tells a screen reader which courts are free, where and at what price', async () => {
    open('');
    const outdoor = await screen.findByRole('group', { name: 'Outdoor courts, 2 of 3 free' });
    expect(within(outdoor).getByRole('button', { name: 'Court 3, outdoor, free, ₹800' })).toBeTruthy();
    expect(within(outdoor).getByRole('button', { name: 'Court 2, outdoor, taken' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: 'Indoor courts, 1 of 2 free' })).toBeTruthy();
  });

  test('preselects the court of the address, and writes a newly chosen court into the address', async () => {
    const { user, place } = open('&court=103');
    expect(await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Court 7, indoor, free, ₹900' }));
    await waitFor(() => expect(place()).toMatch(/&court=107$/));
  });

  test('holds the court just chosen if Continue is tapped before the next render', async () => {
    const { calls } = open('&court=103');
    await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' });
    const [button] = screen.getAllByRole('button', { name: 'Continue: Hold Court 3 · ₹800' });
    act(() => {
      screen.getByRole('button', { name: 'Court 7, indoor, free, ₹900' }).click();
      button?.click();
    });
    await waitFor(() => expect(calls('add_times')).toHaveLength(1));
    expect(calls('add_times')[0]?.body).toMatchObject({ court_id: 107 });
  });

  test('chooses the last of two courts that are tapped before the next render, also if it was chosen first', async () => {
    const { place } = open('&court=103');
    const third = await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' });
    act(() => {
      screen.getByRole('button', { name: 'Court 7, indoor, free, ₹900' }).click();
      third.click();
    });
    await waitFor(() => expect(place()).toMatch(/&court=103$/));
    expect(await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' })).toBeTruthy();
  });

  test('ignores a click on the chosen court', async () => {
    const { user, place } = open('&court=103');
    const before = place();
    await user.click(await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' }));
    expect(place()).toBe(before);
  });

  test('reports that the court of the address is taken, and does not choose it', async () => {
    open('&court=102');
    expect(await screen.findByText('Court 2 is taken at this hour. Pick another one.')).toBeTruthy();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
    expect(screen.queryByRole('button', { name: /selected/ })).toBeNull();
  });

  test.each([
    ['2026-11-21', '6:00 AM', 'Sat 21 Nov, 6:00 AM is over'],
    ['2020-01-01', '7:00 PM', 'Wed 1 Jan, 7:00 PM is over'],
    ['2026-11-21', '11:00 PM', 'Closed on Sat 21 Nov, 11:00 PM'],
    ['2027-03-01', '7:00 PM', 'Mon 1 Mar, 7:00 PM is too far ahead'],
  ])('gives the reason for an hour that is not offered: %s %s', async (date, time, message) => {
    open(`&court=102&date=${date}&time=${time}`, {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'no'), court(2, 'no')] }),
      'GET /api/gettimeslots': () => ({
        ...slots,
        date: [
          {
            date: { date: '2026-11-21', weekday: 'Sat', day: '21' },
            slots: [{ time: '7:00 PM', type: 'EVENING', price: 800, free: 2 }],
            closed: [
              { time: '6:00 AM', reason: 'past' },
              { time: '11:00 PM', reason: 'closed' },
            ],
          },
        ],
      }),
    });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText(/taken/i)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Pick another hour' }).getAttribute('href')).toMatch(/court=102/);
  });

  test('tells by the clock of the venue until when the booking can be cancelled', async () => {
    const early = '&date=2026-11-22&time=5:45 AM';
    const reply = { ...slots, server_time: '2026-11-21T18:20:00Z' };
    // The device's clock is six hours fast, then six hours slow.
    vi.setSystemTime('2026-11-22T05:50:00+05:30');
    open(early, { 'GET /api/gettimeslots': () => ({ ...reply, venue: { ...slots.venue, timezone: 'Asia/Dubai' } }) });
    expect(await screen.findByText('You can cancel until Sat 21 Nov, 11:45 PM')).toBeTruthy();
    vi.setSystemTime('2026-11-21T17:50:00+05:30');
    open(early, { 'GET /api/gettimeslots': () => reply });
    expect(await screen.findByText('Too close to the start: once booked, it cannot be cancelled.')).toBeTruthy();
  });

  test('names the end of the game and the minutes of play once they are known', async () => {
    const reply = deferred<Reply<'GET /api/gettimeslots'>>();
    open('&court=103', { 'GET /api/gettimeslots': () => reply.promise });
    expect(await screen.findByText('up to 4 players')).toBeTruthy();
    expect(screen.queryByText(/7:00 –|\d min/)).toBeNull();
    reply.resolve({ ...slots, venue: { ...slots.venue, play_minutes: 85 } });
    expect(await screen.findByText('7:00 – 8:25 PM')).toBeTruthy();
    expect(screen.getByText('up to 4 players, 85 min')).toBeTruthy();
  });

  test('goes on telling when cancelling ends by the clock of the venue if events change the hours and the courts', async () => {
    vi.setSystemTime('2026-11-21T23:40:00+05:30');
    const { queryClient } = open('&date=2026-11-22&time=5:45 AM', {
      'GET /api/gettimeslots': () => ({ ...slots, server_time: '2026-11-21T18:10:00Z' }),
    });
    expect(await screen.findByText('You can cancel until Sat 21 Nov, 11:45 PM')).toBeTruthy();
    vi.setSystemTime('2026-11-21T23:50:00+05:30');
    act(() => {
      queryClient.setQueryData(slotsQuery(1).queryKey, (known) => known && { ...known });
      queryClient.setQueryData(courtsQuery(1, '2026-11-22', '5:45 AM').queryKey, (known) => known && [...known]);
    });
    expect(await screen.findByText('Too close to the start: once booked, it cannot be cancelled.')).toBeTruthy();
  });

  test('tells nothing about cancelling at another hour before the courts of that hour have come', async () => {
    vi.setSystemTime('2026-11-22T10:00:00+05:30');
    const reply = deferred<Reply<'GET /api/getcourt'>>();
    const hours = ['2:00 PM', '7:00 PM'].map((time, at) => ({
      time,
      type: 'EVENING' as const,
      price: 800,
      free: at === 0 ? 5 : 3,
    }));
    const { user } = open('', {
      'GET /api/getcourt': ({ query }) => (query.get('time') === '2:00 PM' ? reply.promise : { ...success(), courts }),
      'GET /api/gettimeslots': () => ({
        ...slots,
        date: [{ date: { date: '2026-11-22', weekday: 'Sun', day: '22' }, slots: hours, closed: [] }],
        server_time: '2026-11-22T04:30:00Z',
      }),
    });
    expect(await screen.findByText('You can cancel until Sun 22 Nov, 1:00 PM')).toBeTruthy();
    await user.click(await screen.findByRole('link', { name: '2:00 PM · 5 free' }));
    await waitFor(() => expect(screen.queryByText(/1:00 PM$/)).toBeNull());
    expect(screen.queryByText(/^You can cancel until/)).toBeNull();
    reply.resolve({ ...success(), courts });
    expect(await screen.findByText('Too close to the start: once booked, it cannot be cancelled.')).toBeTruthy();
  });

  test('links the finished steps to their screens with everything that was chosen', async () => {
    open('&court=103');
    await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' });
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Change venue: Riverside Arena')).toBe('/location?date=2026-11-22&time=7%3A00+PM');
    expect(link('Change date and time: Sun 22 Nov, 7:00 PM')).toBe(`/time-date-selection?${PLACE}&court=103`);
    expect(link('Riverside Arena'), 'on larger screens').toBe('/location?date=2026-11-22&time=7%3A00+PM');
    expect(link('Sun 22 Nov, 7:00 PM')).toBe(`/time-date-selection?${PLACE}&court=103`);
  });

  test('says that the venue has no courts for the sport', async () => {
    open('', { 'GET /api/getcourt': () => ({ ...success(), courts: [] }) });
    expect(await screen.findByText('This venue has no courts for this sport yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue/ }), 'there is no court to choose').toBeNull();
  });

  test('shows the server’s message when the courts do not load', async () => {
    open('', { 'GET /api/getcourt': () => refusal('not_found', 'No such hour.') });
    expect(await screen.findByText('Error: No such hour.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue/ }), 'there is no court to choose').toBeNull();
  });

  test('shows no courts any more once the server refuses them because the venue was retired', async () => {
    let reply: Reply<'GET /api/getcourt'> = { ...success(), courts };
    const { queryClient } = open('&court=103', { 'GET /api/getcourt': () => reply });
    const refetch = () =>
      act(() => queryClient.refetchQueries({ queryKey: courtsQuery(1, '2026-11-22', '7:00 PM').queryKey }));
    await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' });
    reply = refusal('no_such_venue', 'This venue is gone.');
    await refetch();
    expect(await screen.findByText('Error: This venue is gone.')).toBeTruthy();
    reply = 'no network';
    await refetch();
    expect(screen.getByText('Error: This venue is gone.'), 'the network is lost after the refusal').toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Court \d/ })).toBeNull();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });
});

describe('continue', () => {
  test('asks for a court if none is chosen', async () => {
    const { user, calls } = open('');
    await tapContinue(user);
    expect(
      await screen.findByText(
        "warning: Don't Forget Your Court! | You need to pick a court before moving forward. Select one now and let the fun begin!",
      ),
    ).toBeTruthy();
    expect(calls('add_times')).toHaveLength(0);
  });

  test('sends a visitor to login and back to this court', async () => {
    endSession();
    const { user, place, placeState } = open('&court=103');
    await tapContinue(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toBe(`?${PLACE}&court=103`);
    expect(
      screen.getByText(
        "warning: Almost There! Sign In to Continue | Just a quick login and you're all set to complete your booking!",
      ),
    ).toBeTruthy();
  });

  test('sends a visitor to login also if the address names an order of an ended session', async () => {
    endSession();
    const { user, place, placeState } = open(`&court=103&order=${ORDER}`);
    await tapContinue(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(screen.getByText(/^warning: Almost There! Sign In to Continue/)).toBeTruthy();
    expect(placeState()['returnUrl']).toBe(`?${PLACE}&court=103`);
  });

  test('holds once for two taps, and writes the order into the address', async () => {
    const { user, place, calls } = open('&court=103');
    await tapContinue(user, 'dblClick');
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(calls('add_times')).toHaveLength(1);
    expect(calls('add_times')[0]?.body).toEqual({
      sport_id: 1,
      venue_id: 1,
      court_id: 103,
      date: '2026-11-22',
      time: '7:00 PM',
    });
    expect(place()).toMatch(/&court=103&order=4820193756$/);
  });

  test('reports a court that another player took, and unselects it', async () => {
    let free: 'yes' | 'no' = 'yes';
    const { user, place, calls } = open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [...courts.slice(0, 2), court(3, free)] }),
      'POST /api/user/add_times': () => {
        free = 'no';
        return { ...refusal('slot_taken', 'Taken.'), alternatives };
      },
    });
    await tapContinue(user);
    expect(await screen.findByText(/^Court 3 was taken just now/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Court 1 · Outdoor · ₹800' })).toBeTruthy();
    expect(calls('alternatives'), 'the refusal contained the alternatives').toHaveLength(0);
    expect(screen.getByText(/^warning: Don't Forget Your Court!/)).toBeTruthy();
    await waitFor(() => expect(place()).not.toMatch(/court=/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows the message about a taken court at once to a player who prefers reduced motion', async () => {
    preferReducedMotion();
    const scrollTo = vi.spyOn(window, 'scrollTo');
    const { user } = open('&court=103', {
      'POST /api/user/add_times': () => ({ ...refusal('slot_taken', 'Taken.'), alternatives }),
    });
    await tapContinue(user);
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' }));
    expect(scrollTo).not.toHaveBeenCalledWith(expect.objectContaining({ behavior: 'smooth' }));
  });

  test('sends a player whose session has ended to login and back to this court', async () => {
    const { user, place, placeState } = open('&court=103', {
      'POST /api/user/add_times': () => [401, refusal('bad_token', 'Unknown token.')],
    });
    await tapContinue(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toBe(`?${PLACE}&court=103`);
  });

  test.each([
    ['another hour', '6:00 PM · 5 free', /^\/court-selection\?.*time=6%3A00\+PM$/],
    ['the venues', 'Change venue: Riverside Arena', /^\/location\?/],
  ])('leaves a player who has gone on to %s there when the hold is made', async (_, link, there) => {
    const reply = deferred<Reply<'POST /api/user/add_times'>>();
    const hours = ['6:00 PM', '7:00 PM'].map((time, at) => ({
      time,
      type: 'EVENING' as const,
      price: 800,
      free: at === 0 ? 5 : 3,
    }));
    const { user, place, calls, queryClient } = open('&court=103', {
      'POST /api/user/add_times': () => reply.promise,
      'GET /api/gettimeslots': () => ({
        ...slots,
        date: [{ date: { date: '2026-11-22', weekday: 'Sun', day: '22' }, slots: hours, closed: [] }],
      }),
    });
    await tapContinue(user);
    await waitFor(() => expect(calls('add_times')).toHaveLength(1));
    await user.click(await screen.findByRole('link', { name: link }));
    await waitFor(() => expect(place()).toMatch(there));
    reply.resolve(held);
    await waitFor(() => expect(queryClient.getQueryData(['open-order', ORDER])).toBeDefined());
    // The reply is handled whole, with every navigation that it leads to.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(place()).toMatch(there);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows a general error if the server refuses without a message', async () => {
    const { user } = open('&court=103', { 'POST /api/user/add_times': () => [500, refusal('internal')] });
    await tapContinue(user);
    expect(await screen.findByText('error: Oops! | Something went wrong.! please try again')).toBeTruthy();
  });
});
