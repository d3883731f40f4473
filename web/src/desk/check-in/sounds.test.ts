import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const begun: number[] = [];
let resumed: Promise<void>;

/** Stands in for the oscillator and the gain; an oscillator logs its pitch when it starts. */
class NodeStub {
  gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
  #hertz: number | undefined;
  constructor(_: unknown, options: { frequency?: number }) {
    this.#hertz = options.frequency;
  }
  connect = (to: unknown) => to;
  start = () => begun.push(this.#hertz ?? 0);
  stop = () => {};
}

beforeEach(() => {
  begun.length = 0;
  resumed = Promise.resolve();
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal('OscillatorNode', NodeStub);
  vi.stubGlobal('GainNode', NodeStub);
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      resume = () => resumed;
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the notes of a scan are played in order, and none while the sounds are off', async () => {
  const { playNotes, switchSounds } = await import('./sounds');
  playNotes([660, 880]);
  await resumed;
  expect(begun).toEqual([660, 880]);
  switchSounds(false);
  playNotes([440]);
  await resumed;
  expect(begun).toEqual([660, 880]);
  vi.resetModules();
  const later = await import('./sounds');
  later.playNotes([440]);
  await resumed;
  expect(begun, 'a later visit keeps them off').toEqual([660, 880]);
});

test('a sound that the browser starts too late is not played', async () => {
  const { playNotes } = await import('./sounds');
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  playNotes([660]);
  now.mockReturnValue(2_000);
  await resumed;
  expect(begun).toEqual([]);
});
