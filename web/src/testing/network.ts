import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

function reportNetwork(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
  // React Query hears these events itself only while a screen uses it, which none does at the end of a test.
  onlineManager.setOnline(isThere);
}

/** Takes the network away, as the browser reports it, until {@link goOnline} or the end of the test. */
export function goOffline(): void {
  reportNetwork(false);
  onTestFinished(goOnline);
}

/** Brings the network back, as the browser reports it. */
export function goOnline(): void {
  reportNetwork(true);
}
