import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { serve } from '@/testing/stand-in-server';
import { InstallHint } from './InstallHint';

test('the focus stays in the place of a hint that is declined', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
  serve({});
  const { user } = renderScreen({ path: '/booking-confirmation', component: InstallHint });
  const later = await screen.findByRole('button', { name: 'Not now' });
  const place = later.closest('[tabindex]');
  await user.click(later);
  expect(screen.queryByText(/on your home screen/)).toBeNull();
  expect(document.activeElement).toBe(place);
});
