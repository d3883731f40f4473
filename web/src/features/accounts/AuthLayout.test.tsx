import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { AuthLayout } from './AuthLayout';

function open(before?: string) {
  const Screen = () => (
    <AuthLayout ball="serve" title="Welcome back" subtitle="">
      {null}
    </AuthLayout>
  );
  return renderScreen({ path: '/login', component: Screen, before });
}

test('Back goes one step back in the history', async () => {
  const { user, place } = open('/about-us');
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(place()).toBe('/about-us'));
});

test('two quick taps on Back go one step back', async () => {
  const { place } = open('/court-selection');
  const back = await screen.findByRole('button', { name: 'Back' });
  // Nothing is rendered between two taps inside one `act`.
  act(() => {
    fireEvent.click(back);
    fireEvent.click(back);
  });
  await waitFor(() => expect(place()).toBe('/court-selection'));
});

test('Back leads home from a screen that was opened by a link', async () => {
  const { user, place } = open();
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(place()).toBe('/'));
});
