import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
