import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { NotFoundPage } from './NotFoundPage';

test('an unknown address is said to have no page', async () => {
  renderScreen({ path: '/locaton', component: NotFoundPage });
  expect(await screen.findByRole('heading', { name: "Oops.! you've lost" })).toBeTruthy();
  expect(screen.getByText(/there is no page at this address/)).toBeTruthy();
});

test('two quick taps on Go Back go one step back', async () => {
  const { place } = renderScreen({ path: '/locaton', component: NotFoundPage, before: ['/about-us', '/location'] });
  const back = await screen.findByRole('button', { name: 'Go Back' });
  // Nothing is rendered between two taps inside one `act`.
  act(() => {
    fireEvent.click(back);
    fireEvent.click(back);
  });
  await waitFor(() => expect(place()).toBe('/location'));
});

test('Go Back leads home if the visit began at the unknown address, also after that way was taken and gone back', async () => {
  // The entry of the home page, which lies ahead, counts as well.
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2);
  renderScreen({ path: '/locaton', component: NotFoundPage });
  expect((await screen.findByRole('link', { name: 'Go Back' })).getAttribute('href')).toBe('/');
});
