import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { courtsQuery } from '@/api/courts';
import { endSession } from '@/lib/session';
import { alternatives, court, courts, open, ORDER } from '@/testing/court-selection';
import { deferred } from '@/testing/deferred';
import { signIn } from '@/testing/sign-in';
import { success, type Replies, type Reply } from '@/testing/stand-in-server';

beforeEach(signIn);

describe('a chosen court that is taken', () => {
  /** Another player takes court 3 between the first request and the next; court 1 is `other`. */
  function openAndLose(more: Replies = {}, other: 'yes' | 'no' = 'yes') {
    let free: 'yes' | 'no' = 'yes';
    const view = open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, other), court(3, free)] }),
      'GET /api/alternatives': () => ({ ...success(), alternatives }),
      ...more,
    });
    const refresh = (now: 'yes' | 'no') => {
      free = now;
      window.dispatchEvent(new Event('visibilitychange'));
    };
    return { ...view, refresh };
  }

  test('is reported and unselected, and the nearest alternatives are offered', async () => {
    const { user, place, calls, refresh } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    await waitFor(() => expect(place()).not.toMatch(/court=/));
    const hour = await screen.findByRole('link', { name: '6:00 PM · 5 free' });
    expect(hour.getAttribute('href')).toMatch(/time=6%3A00\+PM$/);
    expect(screen.getByRole('link', { name: 'Mon 23, 7:00 PM · 9 free' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Court 1 · Outdoor · ₹800' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(calls('add_times')[0]?.body).toMatchObject({ court_id: 101 });
    expect(place()).toMatch(/&court=101&order=4820193756$/);
  });

  test('is reported without others to pick if it was the last free one', async () => {
    const hours = { ...alternatives, courts: [] };
    const { refresh } = openAndLose({ 'GET /api/alternatives': () => ({ ...success(), alternatives: hours }) }, 'no');
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    expect((await screen.findByRole('alert')).textContent).toBe('Somebody was fasterCourt 3 taken just now.');
    expect(await screen.findByText('Every court is taken at this hour.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: '6:00 PM · 5 free' })).toBeTruthy();
  });

  test('that was taken before is not reported beside the message that all are', async () => {
    open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'no'), court(3, 'no')] }),
      'GET /api/alternatives': () => ({ ...success(), alternatives: { ...alternatives, courts: [] } }),
    });
    expect(await screen.findByText('Every court is taken at this hour.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: '6:00 PM · 5 free' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('leaves the focus on the offered court when its window is closed', async () => {
    const { user, refresh } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    await user.click(await screen.findByRole('button', { name: 'Court 1 · Outdoor · ₹800' }));
    await screen.findByRole('dialog', { name: 'Confirm your details' });
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Court 1, .*selected/ }));
  });

  test('leaves the focus on the offered court while it is requested, and requests no other one', async () => {
    const indoor = { court_id: 107, court_name: 'Court 7', court_type: 'INDOOR' as const, price: 900 };
    const two = { ...alternatives, courts: [...alternatives.courts, indoor] };
    const { user, place, calls, refresh } = openAndLose({
      'GET /api/alternatives': () => ({ ...success(), alternatives: two }),
      'POST /api/user/add_times': () => deferred<Reply<'POST /api/user/add_times'>>().promise,
    });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    const first = await screen.findByRole<HTMLButtonElement>('button', { name: 'Court 1 · Outdoor · ₹800' });
    await user.click(first);
    await waitFor(() => expect(first.getAttribute('aria-disabled')).toBe('true'));
    // A disabled button would lose the focus.
    expect(first.disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Court 7 · Indoor · ₹900' }));
    expect(calls('add_times')).toHaveLength(1);
    expect(place()).toMatch(/&court=101$/);
  });

  test('does not bring a player back who is leaving for another hour', async () => {
    endSession();
    const { user, place, queryClient } = open('&court=103', {}, deferred<void>().promise);
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    await user.click(screen.getByRole('link', { name: 'Change date and time: Sun 22 Nov, 7:00 PM' }));
    // The screen of the hours is still loading.
    expect(place()).toMatch(/^\/time-date-selection/);
    act(() => {
      queryClient.setQueryData(
        courtsQuery(1, '2026-11-22', '7:00 PM').queryKey,
        courts.map((one) => (one.court_id === 103 ? court(3, 'no') : one)),
      );
    });
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    expect(place()).toMatch(/^\/time-date-selection/);
  });

  test('is offered again as soon as it is free', async () => {
    const { refresh } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    refresh('yes');
    await waitFor(() => expect(screen.queryByText('Somebody was faster')).toBeNull());
    expect(screen.getByRole('button', { name: /^Court 3, .*free/ })).toBeTruthy();
  });

  test('sends a visitor to login and back to the offered court', async () => {
    endSession();
    const { user, place, placeState, refresh } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    await user.click(await screen.findByRole('button', { name: 'Court 1 · Outdoor · ₹800' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toMatch(/&court=101$/);
  });

  test('is reported also if the alternatives do not load', async () => {
    const { refresh } = openAndLose({ 'GET /api/alternatives': () => 'no network' });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    refresh('no');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Nearest to what you wanted' })).toBeNull();
  });

  test('is not reported as taken while the player holds or releases it', async () => {
    const { user, place, calls } = open(`&court=103&order=${ORDER}`, {
      // Held by this player, so the list does not show it as free.
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, 'no')] }),
      'POST /api/user/cancel_current_order': () => new Promise<Reply<'POST /api/user/cancel_current_order'>>(() => {}),
    });
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    // The map is behind the window.
    await screen.findByRole('button', { name: /^Court 3, .*selected/, hidden: true });
    const message = /is taken at this hour|Somebody was faster/;
    expect(screen.queryByText(message)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    expect(place()).toMatch(/&court=103$/);
    expect(screen.queryByText(message)).toBeNull();
  });
});
