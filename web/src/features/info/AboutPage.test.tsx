import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { serve } from '@/testing/stand-in-server';
import { AboutPage } from './AboutPage';

test('the about page names the five selling points', async () => {
  serve({});
  renderScreen({ path: '/about-us', component: AboutPage });
  const points = await screen.findAllByRole('heading', { level: 2 });
  // Each heading begins with a number that is hidden from screen readers.
  expect(points.map((point) => point.lastChild?.textContent)).toEqual([
    'Facilities',
    'Coaching',
    'Community',
    'Tournaments and events',
    'Equipment',
  ]);
});
