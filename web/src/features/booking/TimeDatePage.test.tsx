import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { timeDateSearch } from '@/lib/search';
import { renderScreen } from '@/testing/render-screen';
import { type Reply, serve } from '@/testing/stand-in-server';
import { TimeDatePage } from './TimeDatePage';

const PLACE = 'venue=1&sport=1&device_id=aB3dE5fG7h';

function day(date: string, weekday: string, slots: object[], closed: object[] = []) {
  return { date: { date, weekday, day: String(Number(date.slice(8))) }, slots, closed };
}

const seven = { time: '7:00 PM', type: 'EVENING', price: 800, free: 2 };
const week = [
  day('2026-11-21', 'Sat', [], [{ time: '7:00 PM', reason: 'full' }]),
  day(
    '2026-11-22',
    'Sun',
    [seven, { time: '9:00 PM', type: 'EVENING', price: 700, free: 8 }],
    [{ time: '6:00 PM', reason: 'full' }],
  ),
  day('2026-11-23', 'Mon', [{ ...seven, time: '9:00 AM', type: 'MORNING', price: 600 }]),
];
const answer = {
  error: 0,
  message: '',
  date: week,
  venue: { venue_id: 1, venue_name: 'Riverside Arena', venue_location: '', timezone: 'Asia/Kolkata', play_minutes: 55 },
  server_time: '2026-11-21T04:30:00Z',
};

function open(address: string, reply: Reply = answer) {
  serve({
    'GET /api/gettimeslots': () => reply,
    'GET /api/getcourt': () => ({ error: 0, message: '', courts: [] }),
  });
  return renderScreen({
    path: '/time-date-selection',
    component: TimeDatePage,
    search: timeDateSearch,
    at: `/time-date-selection?${PLACE}${address}`,
  });
}

const continues = () => screen.getAllByRole('button', { name: /^Continue/ });

describe('date and time', () => {
  test('continue waits for a time, then says what it does and goes to the courts with the same query', async () => {
    const { user, place } = open('');
    const hour = await screen.findByRole('button', { name: '7:00 PM, ₹800 · 2 left' });
    expect(continues().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await user.click(hour);
    const [button] = await screen.findAllByRole('button', { name: 'Continue · Sun 22, 7:00 PM' });
    expect(place()).toMatch(/&date=2026-11-22&time=7%3A00\+PM$/);
    await user.click(button!);
    await waitFor(() => expect(place()).toBe(`/court-selection?${PLACE}&date=2026-11-22&time=7%3A00+PM`));
  });

  test('a tap on Continue that is quicker than the drawing of the choice takes the hour just chosen', async () => {
    const { place } = open('&date=2026-11-22&time=7%3A00+PM');
    const [button] = await screen.findAllByRole('button', { name: 'Continue · Sun 22, 7:00 PM' });
    act(() => {
      screen.getByRole('button', { name: /^9:00 PM, ₹700/ }).click();
      button?.click();
    });
    await waitFor(() => expect(place()).toBe(`/court-selection?${PLACE}&date=2026-11-22&time=9%3A00+PM`));
  });

  test('a new date clears the chosen time', async () => {
    const { user, place } = open('&date=2026-11-22&time=7:00 PM');
    await screen.findAllByRole('button', { name: 'Continue · Sun 22, 7:00 PM' });
    await user.click(screen.getByRole('button', { name: /^Monday, 23 November/ }));
    await waitFor(() => expect(place()).toBe(`/time-date-selection?${PLACE}&date=2026-11-23`));
    expect(continues().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
  });

  test('an hour that cannot be chosen says why', async () => {
    open('&date=2026-11-22');
    expect(await screen.findByRole('button', { name: '6:00 PM, full' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: '11:00 PM, closed' })).toHaveProperty('disabled', true);
  });

  test('each period shows the price of its first slot, or 0', async () => {
    open('&date=2026-11-22');
    expect((await screen.findByRole('button', { name: /^Evening/ })).textContent).toMatch(/₹800/);
    expect(screen.getByRole('button', { name: /^Morning/ }).textContent).toMatch(/₹0/);
  });

  test('a day without a free hour says so and leads to the next one that has', async () => {
    const { user, place } = open('&date=2026-11-21');
    expect(await screen.findByText("Yikes! This time's on a break. Try another day or time!")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next free day: Sun, 22 Nov' }));
    await waitFor(() => expect(place()).toMatch(/date=2026-11-22$/));
  });

  test('an hour that was taken meanwhile is said so and not chosen', async () => {
    open('&date=2026-11-22&time=8:00 PM');
    expect(await screen.findByText(/^8:00 PM is no longer free/)).toBeTruthy();
    expect(continues().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
  });

  test('hours that do not load can be asked for again', async () => {
    const { user } = open('', [500, { error: 1, message: 'Down for a moment.', code: 'internal' }]);
    expect(await screen.findByText('The free hours did not load')).toBeTruthy();
    serve({ 'GET /api/gettimeslots': () => answer });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: '7:00 PM, ₹800 · 2 left' })).toBeTruthy();
  });
});
