import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { toasts } from '@/testing/toasts';
import { withMe } from '@/testing/with-me';
import { FloatForm } from './FloatForm';

afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies) {
  serveDesk({ 'GET /api/desk/me': () => sampleMe, ...replies });
  const component = withMe(() => <FloatForm venue={1} onOpen={vi.fn()} onClose={vi.fn()} />);
  return renderScreen({ path: '/float', component });
}

test('a refusal is shown, and not as an unknown outcome', async () => {
  const { user } = open({ 'POST /api/desk/venues/{venue}/shifts': () => [403, problem('not_allowed')] });
  await user.click(await screen.findByRole('button', { name: 'Start with ₹0' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText(failureTexts.unknownOutcome)).toBeNull();
});

test('after a lost answer it is said that the outcome is unknown, and not that there is no network', async () => {
  const { user } = open({ 'POST /api/desk/venues/{venue}/shifts': () => 'no network' });
  await user.click(await screen.findByRole('button', { name: 'Start with ₹0' }));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.queryByText(failureTexts.network)).toBeNull();
}, 20_000);

test('a float that is refused after its form was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, queryClient } = open({
    'POST /api/desk/venues/{venue}/shifts': async () => {
      await answered.promise;
      return [403, problem('not_allowed')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Start with ₹0' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  cleanup();
  answered.resolve();
  await waitFor(() => expect(toasts()).toMatchObject([{ type: 'error', title: 'The shift was not started' }]));
});
