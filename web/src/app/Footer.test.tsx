import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { appConfigQuery } from '@/api/app-config';
import { renderScreen } from '@/testing/render-screen';
import { config, serve } from '@/testing/stand-in-server';
import { Footer } from './Footer';

test('the footer has the six pages and the two social networks', async () => {
  serve({});
  renderScreen({ path: '/', component: Footer });
  await screen.findByRole('link', { name: 'Instagram' });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual(
    expect.arrayContaining([
      '/location',
      '/about-us',
      '/contact-us',
      '/privacy-policy',
      '/terms-conditions',
      '/cancellation-refund-policy',
      'https://instagram.example.in/',
      'https://facebook.example.in/',
    ]),
  );
});

test('an operator who has given no phone number has no link to call', async () => {
  serve({});
  const { queryClient } = renderScreen({ path: '/', component: Footer });
  expect((await screen.findByRole('link', { name: '+91 26500 00100' })).getAttribute('href')).toBe('tel:+912650000100');
  queryClient.setQueryData(appConfigQuery.queryKey, { ...config, brand: { ...config.brand, phone: '' } });
  await waitFor(() => expect(screen.queryByRole('link', { name: '+91 26500 00100' })).toBeNull());
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('tel:');
});

test.each([
  ['2027-12-31T18:29:00Z', '© 2027 Baroda Pickleball Club'],
  ['2027-12-31T18:31:00Z', '© 2028 Baroda Pickleball Club'],
])('at %s the copyright is of the year in the time zone of the operator', async (server_time, text) => {
  serve({});
  const { queryClient } = renderScreen({ path: '/', component: Footer });
  await screen.findByRole('link', { name: 'Instagram' });
  queryClient.setQueryData(appConfigQuery.queryKey, { ...config, server_time });
  expect(await screen.findByText(text)).toBeTruthy();
});
