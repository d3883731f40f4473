import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The pitches of the notes, in hertz, and the times at which they are to begin, in seconds. */
const begun: number[] = [];
const times: number[] = [];
let resumed: Promise<void>;

/** Stands in for the oscillator and the gain; an oscillator logs its pitch, and the time of its note, when it is started. */
class NodeStub {
  gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
  #hertz: number | undefined;
  constructor(_: unknown, options: { frequency?: number }) {
    this.#hertz = options.frequency;
  }
  connect = (to: unknown) => to;
  start = (at: number) => {
    begun.push(this.#hertz ?? 0);
    times.push(at);
  };
  stop = () => {};
}

beforeEach(() => {
  begun.length = 0;
  times.length = 0;
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

test('the notes of a scan are played one after another, and none while the sounds are off', async () => {
  const { playNotes, switchSounds } = await import('./sounds');
  playNotes([660, 880]);
  await resumed;
  expect(begun).toEqual([660, 880]);
  const [first = 0, second = 0] = times;
  expect(second).toBeGreaterThan(first);
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
