import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFrame } from './after-frame';

let frames: FrameRequestCallback[] = [];
const drawFrame = () => {
  for (const callback of frames.splice(0)) callback(performance.now());
};

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the work runs once, after the next frame was painted', () => {
  const work = vi.fn<() => void>();
  afterFrame(work);
  drawFrame();
  vi.advanceTimersByTime(100);
  expect(work).not.toHaveBeenCalled();
  drawFrame();
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('on a hidden page, which draws no frame, it runs after a second', () => {
  const work = vi.fn<() => void>();
  afterFrame(work);
  vi.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('work that ran on a hidden page does not run again with the frames that are drawn later', () => {
  const work = vi.fn<() => void>();
  afterFrame(work);
  vi.advanceTimersByTime(1_000);
  drawFrame();
  drawFrame();
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('cancelled work does not run, whether the frame was drawn or not', () => {
  const work = vi.fn<() => void>();
  const cancel = afterFrame(work);
  drawFrame();
  drawFrame();
  cancel();
  afterFrame(work)();
  vi.advanceTimersByTime(2_000);
  drawFrame();
  drawFrame();
  vi.advanceTimersByTime(2_000);
  expect(work).not.toHaveBeenCalled();
});
