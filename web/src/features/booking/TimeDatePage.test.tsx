import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { components } from '@/api/schema';
import { slotsQuery } from '@/api/slots';
import { timeDateSearch } from '@/lib/search';
import { preferReducedMotion } from '@/testing/reduced-motion';
import { renderScreen } from '@/testing/render-screen';
import { sampleSlotVenue } from '@/testing/samples';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { TimeDatePage } from './TimeDatePage';

const PLACE = 'venue=1&sport=1&device_id=aB3dE5fG7h';

type Day = components['schemas']['GetTimeslotsAnswer']['date'][number];
type Slot = Day['slots'][number];
type ClosedSlot = Day['closed'][number];

function day(date: string, weekday: string, slots: Slot[], closed: ClosedSlot[] = []) {
  return { date: { date, weekday, day: String(Number(date.slice(8))) }, slots, closed };
}

const seven: Slot = { time: '7:00 PM', type: 'EVENING', price: 800, free: 2 };
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
  ...success(),
  date: week,
  venue: sampleSlotVenue,
  server_time: '2026-11-21T04:30:00Z',
};

function open(address: string, reply: Reply<'GET /api/gettimeslots'> = answer) {
  serve({
    'GET /api/gettimeslots': () => reply,
    'GET /api/getcourt': () => ({ ...success(), courts: [] }),
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
  test('Continue is enabled once a time is chosen, and leads to the courts with the same query', async () => {
    const { user, place } = open('');
    const hour = await screen.findByRole('button', { name: '7:00 PM, ₹800 · 2 left' });
    expect(continues().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await user.click(hour);
    const [button] = await screen.findAllByRole('button', { name: 'Continue · Sun 22, 7:00 PM' });
    expect(place()).toMatch(/&date=2026-11-22&time=7%3A00\+PM$/);
    await user.click(button!);
    await waitFor(() => expect(place()).toBe(`/court-selection?${PLACE}&date=2026-11-22&time=7%3A00+PM`));
  });

  test('Continue uses the hour just chosen if it is tapped before the next render', async () => {
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

  test.each([
    { second: /^7:00 PM, ₹800/, query: '&date=2026-11-23&time=7%3A00+PM' },
    { second: /^9:00 PM, ₹700/, query: '&date=2026-11-23' },
    { second: /^Sunday, 22 November/, query: '&date=2026-11-22' },
  ])('a second tap before the next render starts from the day just chosen: $second', async ({ second, query }) => {
    const monday = day('2026-11-23', 'Mon', [seven]);
    const { place } = open('&date=2026-11-22&time=7:00 PM', { ...answer, date: [...week.slice(0, 2), monday] });
    await screen.findAllByRole('button', { name: 'Continue · Sun 22, 7:00 PM' });
    act(() => {
      screen.getByRole('button', { name: /^Monday, 23 November/ }).click();
      screen.getByRole('button', { name: second }).click();
    });
    await waitFor(() => expect(place()).toBe(`/time-date-selection?${PLACE}${query}`));
  });

  test('the court chosen before is kept, and the venues are searched for the same hour', async () => {
    const { user, place } = open('&date=2026-11-22&time=7:00 PM&court=103');
    const venues = await screen.findByRole('link', { name: 'Change venue: Riverside Arena' });
    expect(venues.getAttribute('href')).toBe('/location?date=2026-11-22&time=7%3A00+PM');
    await user.click(screen.getByRole('button', { name: /^9:00 PM, ₹700/ }));
    await user.click((await screen.findAllByRole('button', { name: 'Continue · Sun 22, 9:00 PM' }))[0]!);
    await waitFor(() => expect(place()).toBe(`/court-selection?${PLACE}&date=2026-11-22&time=9%3A00+PM&court=103`));
  });

  test('the lowest price is shown if prices differ', async () => {
    open('&date=2026-11-22&time=7:00 PM', {
      ...answer,
      date: [day('2026-11-22', 'Sun', [{ ...seven, highest_price: 900 }])],
    });
    expect(await screen.findByRole('button', { name: '7:00 PM, from ₹800 · 2 left' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Evening/ }).textContent).toMatch(/from ₹800/);
    expect(screen.getByText('From')).toBeTruthy();
  });

  test('a single price is shown as the total', async () => {
    open('&date=2026-11-22&time=9:00 PM');
    expect(await screen.findByText('Total')).toBeTruthy();
    expect(screen.queryByText('From')).toBeNull();
  });

  test('every date shows its weekday, also today and the first of a month', async () => {
    open('', { ...answer, date: [...week, day('2026-12-01', 'Tue', [seven])] });
    const card = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent;
    expect(await card(/^Today, Saturday, 21 November/)).toMatch(/Sat21Todayfull$/);
    expect(await card(/^Tuesday, 1 December/)).toMatch(/Tue1Dec$/);
  });

  test('the row of dates scrolls at once for a player who prefers reduced motion', async () => {
    preferReducedMotion();
    const scrollTo = vi.spyOn(Element.prototype, 'scrollTo');
    const scrollBy = vi.spyOn(Element.prototype, 'scrollBy');
    const { user } = open('&date=2026-11-22');
    await user.click(await screen.findByRole('button', { name: 'Later dates' }));
    const atOnce = expect.objectContaining({ behavior: 'instant' });
    expect(scrollBy.mock.calls, 'an arrow was pressed').toEqual([[atOnce]]);
    await waitFor(() => expect(scrollTo, 'the chosen date is shown').toHaveBeenCalledWith(atOnce));
    expect(scrollTo).not.toHaveBeenCalledWith(expect.objectContaining({ behavior: 'smooth' }));
  });

  test('a day that cannot be booked is reported', async () => {
    open('&date=2020-01-01&time=7:00 PM');
    expect(await screen.findByText('That day cannot be booked. Please pick another one.')).toBeTruthy();
  });

  test('an hour that cannot be chosen shows the reason', async () => {
    open('&date=2026-11-22');
    expect(await screen.findByRole('button', { name: '6:00 PM, full' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: '11:00 PM, closed' })).toHaveProperty('disabled', true);
  });

  test('each period shows its hours, also those outside the usual ones', async () => {
    open('&date=2026-11-22', {
      ...answer,
      date: [day('2026-11-22', 'Sun', [{ ...seven, time: '5:00 AM', type: 'MORNING' }, seven])],
    });
    expect((await screen.findByRole('button', { name: /^Morning/ })).textContent).toContain('5 – 11 AM');
    expect(screen.getByRole('button', { name: /^Afternoon/ }).textContent).toContain('12 – 5 PM');
    expect(screen.getByRole('button', { name: /^Evening/ }).textContent).toContain('6 – 11 PM');
  });

  test('each period shows the price of its first free slot, or 0', async () => {
    open('&date=2026-11-22');
    expect((await screen.findByRole('button', { name: /^Evening/ })).textContent).toMatch(/₹800/);
    expect(screen.getByRole('button', { name: /^Morning/ }).textContent).toMatch(/₹0/);
  });

  test('a period that is over shows no price', async () => {
    const morning = ['6:00 AM', '7:00 AM'].map((time): ClosedSlot => ({ time, reason: 'past' }));
    open('&date=2026-11-22', { ...answer, date: [day('2026-11-22', 'Sun', [seven], morning)] });
    const card = await screen.findByRole('button', { name: /^Morning/ });
    expect(card.textContent).toMatch(/past$/);
  });

  test('a day without a free hour shows a message and leads to the next day that has one', async () => {
    const { user, place } = open('&date=2026-11-21');
    expect(await screen.findByText("Yikes! This time's on a break. Try another day or time!")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next free day: Sun, 22 Nov' }));
    await waitFor(() => expect(place()).toMatch(/date=2026-11-22$/));
    expect(document.activeElement, 'the pressed button is gone').toBe(
      await screen.findByRole('region', { name: 'Times' }),
    );
  });

  test('the next free day is later than the day without a free hour', async () => {
    const full = day('2026-11-23', 'Mon', [], [{ time: '7:00 PM', reason: 'full' }]);
    const days = [...week.slice(0, 2), full];
    open('&date=2026-11-23', { ...answer, date: [...days, day('2026-11-24', 'Tue', [seven])] });
    expect(await screen.findByRole('button', { name: 'Next free day: Tue, 24 Nov' })).toBeTruthy();
    open('&date=2026-11-23', { ...answer, date: days });
    expect(await screen.findByText("Yikes! This time's on a break. Try another day or time!")).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Next free day/ })).toBeNull();
  });

  test('an hour that was taken meanwhile is reported and not chosen', async () => {
    open('&date=2026-11-22&time=8:00 PM');
    expect(await screen.findByText(/^8:00 PM is no longer free/)).toBeTruthy();
    expect(continues().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
  });

  test('hours that do not load can be requested again', async () => {
    const { user } = open('', [500, refusal('internal', 'Down for a moment.')]);
    expect(await screen.findByText('The free hours did not load')).toBeTruthy();
    serve({ 'GET /api/gettimeslots': () => answer });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: '7:00 PM, ₹800 · 2 left' })).toBeTruthy();
  });

  test('hours that the server refuses because the venue was retired are not shown any more', async () => {
    const { queryClient } = open('&date=2026-11-22&time=7:00 PM');
    await screen.findAllByRole('button', { name: 'Continue · Sun 22, 7:00 PM' });
    serve({ 'GET /api/gettimeslots': () => refusal('no_such_venue', 'This venue is gone.') });
    await act(() => queryClient.refetchQueries({ queryKey: slotsQuery(1).queryKey }));
    expect(await screen.findByText('This venue is gone.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^9:00 PM/ })).toBeNull();
    expect(continues().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
    serve({ 'GET /api/gettimeslots': () => 'no network' });
    await act(() => queryClient.refetchQueries({ queryKey: slotsQuery(1).queryKey }));
    expect(screen.getByText('This venue is gone.'), 'the network is lost after the refusal').toBeTruthy();
    expect(screen.queryByRole('button', { name: /^9:00 PM/ })).toBeNull();
    serve({ 'GET /api/gettimeslots': () => answer });
    await act(() => queryClient.refetchQueries({ queryKey: slotsQuery(1).queryKey }));
    expect(await screen.findByRole('button', { name: /^9:00 PM/ })).toBeTruthy();
  });
});
