import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { useCamera } from './use-camera';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A camera for which the person is asked for permission; `grant` gives it. */
function prepare() {
  const granted = deferred<MediaStream>();
  const track = { stop: vi.fn(), addEventListener: vi.fn(), getCapabilities: () => ({}) };
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => granted.promise } });
  const video = document.createElement('video');
  video.play = () => Promise.resolve();
  Object.defineProperty(video, 'srcObject', { value: null, writable: true });
  const { result } = renderHook(() => useCamera(() => undefined));
  result.current.video.current = video;
  return { result, track, grant: () => act(async () => granted.resolve(stream)) };
}

function hide(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('a granted camera is on until the page is hidden', async () => {
  const { result, track, grant } = prepare();
  act(() => result.current.start());
  expect(result.current.state).toEqual({ kind: 'starting' });
  await grant();
  await waitFor(() => expect(result.current.state).toEqual({ kind: 'on' }));
  hide(true);
  expect(result.current.state).toEqual({ kind: 'off' });
  expect(track.stop).toHaveBeenCalled();
});

test('a permission that is given after the page was hidden does not switch the camera on', async () => {
  const { result, track, grant } = prepare();
  act(() => result.current.start());
  hide(true);
  expect(result.current.state).toEqual({ kind: 'off' });
  hide(false);
  await grant();
  expect(result.current.state).toEqual({ kind: 'off' });
  expect(track.stop).toHaveBeenCalled();
});

test('why the camera did not start stays while the page is hidden', async () => {
  vi.stubGlobal('navigator', { mediaDevices: undefined });
  vi.stubGlobal('isSecureContext', true);
  const { result } = renderHook(() => useCamera(() => undefined));
  act(() => result.current.start());
  await waitFor(() => expect(result.current.state).toEqual({ kind: 'problem', problem: 'none' }));
  hide(true);
  expect(result.current.state).toEqual({ kind: 'problem', problem: 'none' });
});
