import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goOffline, goOnline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { serve } from '@/testing/stand-in-server';
import { layerTexts } from './layer-texts';
import { ServerState } from './ServerState';

test('the line about the lost network comes into a region that was there before, and is announced', async () => {
  serve({});
  renderScreen({ path: '/', component: ServerState });
  const region = await screen.findByRole('status');
  expect(region.textContent).toBe('');
  goOffline();
  expect(region.textContent).toBe(layerTexts.offline);
  expect(region.isConnected).toBe(true);
  goOnline();
  expect(region.textContent).toBe('');
});
