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
