import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { serve } from '@/testing/stand-in-server';
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
