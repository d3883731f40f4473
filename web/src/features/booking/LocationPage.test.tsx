import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pause } from '@/lib/pause';
import { locationSearch } from '@/lib/search';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { sampleSlotVenue } from '@/testing/samples';
import { config, refusal, type Replies, type Reply, serve, success, undescribed } from '@/testing/stand-in-server';
import { LocationPage } from './LocationPage';

const arena = {
  venue_id: 1,
  venue_name: 'Riverside Arena',
  venue_location: 'Akota',
  venue_image: '/images/riverside.webp',
  venue_long_location: '12 River Road, Akota, Vadodara 390020',
  indoor_counts: 1,
  outdoor_counts: 7,
  facilities: ['lockers', 'parking', 'washroom', 'fb'],
  gallery_links: ['/images/one.webp', '/images/two.webp'],
  location_link: 'https://maps.example.in/riverside',
  timezone: 'Asia/Kolkata',
  hours: [],
  open_spans: [],
  special_days: [],
  horizon_days: null,
  lead_minutes: 0,
  play_minutes: 55,
  slot_minutes: 60,
};

function open(
  reply: () => Reply<'GET /api/getvenue'> | Promise<Reply<'GET /api/getvenue'>> = () => ({
    ...success(),
    venue: [arena],
  }),
  { at = '/location', more = {} }: { at?: string; more?: Replies } = {},
) {
  serve({
    'GET /api/getvenue': reply,
    'GET /api/gettimeslots': () => ({
      ...success(),
      date: [],
      venue: sampleSlotVenue,
      server_time: '2026-11-21T04:30:00Z',
    }),
    ...more,
  });
  const component = () => (
    <main tabIndex={-1}>
      <LocationPage />
    </main>
  );
  return renderScreen({ path: '/location', component, search: locationSearch, at });
}

beforeEach(() => {
  localStorage.clear();
});

describe('the venues', () => {
  test('lead to the time step with venue, sport 1 and the id of this browser', async () => {
    const { user, place } = open();
    expect(await screen.findByRole('heading', { level: 2, name: 'Riverside Arena' })).toBeTruthy();
    expect(screen.getByText('where would you like to play?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose Riverside Arena' }));
    await waitFor(() => expect(place()).toMatch(/^\/time-date-selection\?venue=1&sport=1&device_id=[A-Za-z0-9]{10}$/));
    expect(place().slice(-10)).toBe(localStorage.getItem('device_id'));
  });

  test('show courts, long location, facilities with icons and photos after a tap on the info button', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'About Riverside Arena' }));
    const window = within(screen.getByRole('dialog', { name: 'Riverside Arena' }));
    for (const message of ['7 outdoor courts', '1 indoor court']) {
      expect(
        window.getByText((_, element) => element?.tagName === 'P' && element.textContent === message),
      ).toBeTruthy();
    }
    expect(window.getByText('12 River Road, Akota, Vadodara 390020')).toBeTruthy();
    const icons = ['Lockers', 'Parking', 'Washrooms', 'Food & drinks'].map(
      (name) => window.getByText(name).closest('li')?.querySelector('svg')?.innerHTML,
    );
    expect(icons.every((icon) => icon !== undefined)).toBe(true);
    expect(new Set(icons).size).toBe(4);
    expect(window.getAllByRole('img').map((photo) => photo.getAttribute('src'))).toEqual(arena.gallery_links);
  });

  test('are searched on the days that they offer', async () => {
    open(() => ({ ...success(), venue: [{ ...arena, horizon_days: 7 }] }));
    const days = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Day' });
    expect([...days.options].map(({ value }) => value).slice(-2)).toEqual(['2026-11-27', '2026-11-28']);
  });

  test.each([
    { horizon_days: 1, offered: ['2026-11-21', '2026-11-22'] },
    { horizon_days: 0, offered: undefined },
  ])(
    'are searched late in the evening only if they offer tomorrow: $horizon_days',
    async ({ horizon_days, offered }) => {
      const { queryClient } = open(() => ({ ...success(), venue: [{ ...arena, horizon_days }] }));
      await screen.findByRole('combobox', { name: 'Day' });
      // 10:30 PM at the venues.
      queryClient.setQueryData(['app-config'], { ...config, server_time: '2026-11-21T17:00:00Z' });
      // The query client tells the screen in a task of its own.
      await act(() => pause(0));
      const days = screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Day' });
      expect(days === null ? undefined : [...days.options].map(({ value }) => value)).toEqual(offered);
    },
  );

  test('that are not booked as far ahead as another one say so', async () => {
    const near = { ...arena, venue_id: 2, venue_name: 'Lakeside Courts', horizon_days: 7 };
    const none = { indoor: 0, outdoor: 0, price: null, next: null };
    open(() => ({ ...success(), venue: [arena, near] }), {
      at: '/location?date=2026-12-05&time=7%3A00+PM',
      more: {
        'GET /api/free_hours': () => ({
          ...success(),
          date: '2026-12-05',
          time: '7:00 PM',
          venues: [
            { ...none, venue_id: 1, free: 0, reason: 'full' as const },
            { ...none, venue_id: 2, free: 0, reason: 'closed' as const },
          ],
          hours: [{ time: '7:00 PM', free: 0 }],
        }),
      },
    });
    expect(await screen.findByText('Sat 5, 7:00 PM is too far ahead')).toBeTruthy();
    expect(screen.getByText('This day cannot be booked yet. Pick an earlier one.')).toBeTruthy();
    expect(screen.getByText('Full at 7:00 PM')).toBeTruthy();
    expect(screen.getAllByText('Nothing is free from that day on.')).toHaveLength(1);
  });

  test('stay searched after two quick taps on Show me', async () => {
    const { user, place } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Show me' }));
    expect(await screen.findByRole('button', { name: 'Clear' })).toBeTruthy();
    expect(place()).toMatch(/^\/location\?date=2026-11-21&time=/);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(place()).toBe('/location'));
  });

  test('keep the focus when a failed search is tried again', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show me' }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serve({ 'GET /api/free_hours': () => deferred<Reply<'GET /api/free_hours'>>().promise });
    await user.click(retry);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('show a message while they load, and if there are none', async () => {
    const reply = deferred<Reply<'GET /api/getvenue'>>();
    open(() => reply.promise);
    expect(await screen.findByText('Loading Locations...')).toBeTruthy();
    reply.resolve({ ...success(), venue: [] });
    expect(await screen.findByText('Looks like our venues are recharging. Check back soon for updates!')).toBeTruthy();
  });

  test.each([
    ['no network', 'no network'],
    ['a refusal', undescribed(refusal('unavailable', 'Down.'))],
  ] as const)('report %s by a toast and can be requested again', async (_, reply) => {
    const { user } = open(() => reply);
    expect(
      await screen.findByText(
        'error: Unable to load Locations | Unable to retrieve locations. Please try again after a moment.',
      ),
    ).toBeTruthy();
    serve({ 'GET /api/getvenue': () => ({ ...success(), venue: [arena] }) });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Choose Riverside Arena' })).toBeTruthy();
  });

  test('stay shown, without a toast, when they do not load again', async () => {
    const { queryClient } = open();
    await screen.findByRole('button', { name: 'Choose Riverside Arena' });
    serve({ 'GET /api/getvenue': () => 'no network' });
    await act(() => queryClient.invalidateQueries({ queryKey: ['venues'] }));
    expect(queryClient.getQueryState(['venues'])?.status).toBe('error');
    // The query client tells the screen in a task of its own.
    await act(() => pause(0));
    expect(screen.queryByText(/Unable to load Locations/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Choose Riverside Arena' })).toBeTruthy();
  });
});
