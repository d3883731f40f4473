import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { serve } from '@/testing/stand-in-server';
import { layerTexts } from './layer-texts';
import { ServerState } from './ServerState';

afterEach(() => vi.restoreAllMocks());

test('the line about the lost network comes into a region that was there before, and is announced', async () => {
  serve({});
  renderScreen({ path: '/', component: ServerState });
  const region = await screen.findByRole('status');
  expect(region.textContent).toBe('');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(region.textContent).toBe(layerTexts.offline);
  expect(region.isConnected).toBe(true);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(region.textContent).toBe('');
});
