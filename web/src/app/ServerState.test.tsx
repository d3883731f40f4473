import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { appConfigQuery } from '@/api/app-config';
import { deferred } from '@/testing/deferred';
import { goOffline, goOnline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { config, serve } from '@/testing/stand-in-server';
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

test('the line about a configuration that was not read stays while it is read again, with the focus on its busy button', async () => {
  const reply = deferred<Response>();
  vi.stubGlobal('fetch', () => reply.promise);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const { queryKey } = appConfigQuery;
  await queryClient.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('no answer')), retry: false });
  render(
    <QueryClientProvider client={queryClient}>
      <ServerState />
    </QueryClientProvider>,
  );
  const retry = screen.getByRole('button', { name: layerTexts.tryAgain });
  expect(retry.getAttribute('aria-busy')).toBe('false');
  await userEvent.click(retry);
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBe('true'));
  expect(document.activeElement).toBe(retry);
  expect(screen.getByRole('status').textContent).toContain(layerTexts.configText);
  reply.resolve(Response.json(config));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});
