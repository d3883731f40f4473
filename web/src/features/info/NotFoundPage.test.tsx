import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { NotFoundPage } from './NotFoundPage';

test('an unknown address is said to have no page', async () => {
  renderScreen({ path: '/locaton', component: NotFoundPage });
  expect(await screen.findByRole('heading', { name: "Oops.! you've lost" })).toBeTruthy();
  expect(screen.getByText(/there is no page at this address/)).toBeTruthy();
});
