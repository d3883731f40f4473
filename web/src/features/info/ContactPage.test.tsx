import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { goOffline, goOnline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { serve, success } from '@/testing/stand-in-server';
import { ContactPage } from './ContactPage';

test('the contact page has the community, the chat, two social networks and a map', async () => {
  serve({ 'GET /api/getvenue': () => ({ ...success(), venue: [] }) });
  renderScreen({ path: '/contact-us', component: ContactPage });
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: 'Join the community' });
  expect(
    ['Join the community', 'Chat on WhatsApp', 'Instagram', 'Facebook'].map((name) => new URL(target(name)!).hostname),
  ).toEqual(['chat.example.in', 'wa.example.in', 'instagram.example.in', 'facebook.example.in']);
  const map = screen.getByRole('region', { name: 'Map of Baroda Pickleball Club' });
  expect(map.textContent).toContain('12 River Road, Akota');
  expect(await screen.findByTitle('Map of Baroda Pickleball Club')).toHaveProperty(
    'src',
    'https://maps.example.in/embed',
  );
});

test('without a network the drawn map is shown, until the embedded one is reached and loaded again', async () => {
  serve({ 'GET /api/getvenue': () => ({ ...success(), venue: [] }) });
  const reachable = vi.fn<() => void>();
  const served = fetch;
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    if (String(address).startsWith('https://maps.example.in')) reachable();
    return served(address, init);
  });
  renderScreen({ path: '/contact-us', component: ContactPage });
  const map = () => screen.findByTitle('Map of Baroda Pickleball Club');
  fireEvent.load(await map());
  expect((await map()).className).toContain('opacity-100');

  goOffline();
  expect(screen.queryByTitle('Map of Baroda Pickleball Club')).toBeNull();

  // The network is back, and the map's site does not answer yet.
  reachable.mockImplementationOnce(() => {
    throw new TypeError('network down');
  });
  goOnline();
  await waitFor(() => expect(reachable).toHaveBeenCalledTimes(2));
  expect(screen.queryByTitle('Map of Baroda Pickleball Club')).toBeNull();

  goOffline();
  goOnline();
  expect((await map()).className, 'an empty frame would cover the drawing').toContain('opacity-0');
  fireEvent.load(await map());
  expect((await map()).className).toContain('opacity-100');
});

test('a special day whose label has no spaces is no wider than a narrow screen', async () => {
  const label = 'X'.repeat(40);
  const arena = {
    venue_id: 1,
    venue_name: 'Riverside Arena',
    venue_location: 'Akota',
    venue_long_location: '12 River Road, Akota',
    venue_image: '/images/riverside.webp',
    facilities: [],
    gallery_links: [],
    outdoor_counts: 7,
    indoor_counts: 1,
    slot_minutes: 60,
    play_minutes: 55,
    hours: [],
    open_spans: [],
    special_days: [{ date: '2026-12-25', label, open_spans: [] }],
    horizon_days: null,
    lead_minutes: 0,
  };
  serve({ 'GET /api/getvenue': () => ({ ...success(), venue: [arena] }) });
  renderScreen({ path: '/contact-us', component: ContactPage });
  // Nothing is laid out here, so the test looks for the class that lets the line be narrower than its longest word.
  expect((await screen.findByText(`${label}: closed`)).className).toContain('wrap-anywhere');
});
