import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubTabChannels, TabChannel } from '@/testing/tab-channel';

beforeEach(stubTabChannels);
afterEach(() => vi.unstubAllGlobals());

/** Loads the module as another tab does, and collects the reasons that it gets. */
async function openTab() {
  vi.resetModules();
  const { reportSignedOut, watchSignedOut } = await import('./signed-out');
  const reasons: string[] = [];
  watchSignedOut((reason) => reasons.push(reason));
  return { reportSignedOut, reasons };
}

test('the end of a session in one tab is its end in another, which does not announce it again', async () => {
  const first = await openTab();
  const second = await openTab();
  first.reportSignedOut('locked');
  expect(first.reasons).toEqual(['locked']);
  expect(second.reasons).toEqual(['locked']);
  second.reportSignedOut();
  expect(first.reasons).toEqual(['locked', 'signed_out']);
});

test('another message on the channel changes nothing', async () => {
  const { reasons } = await openTab();
  TabChannel.all[0]?.dispatchEvent(Object.assign(new Event('message'), { data: 'changed' }));
  expect(reasons).toEqual([]);
});
