import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { CourtsSkeleton } from './CourtsSkeleton';

afterEach(cleanup);

test('the skeleton does not know the hours of a venue, so its link back is named for the venues, to which it leads', async () => {
  renderScreen({ path: '/court-selection', component: CourtsSkeleton });
  const back = await screen.findByRole('link', { name: 'Back to the venues' });
  expect(back.getAttribute('href')).toBe('/location');
});
