import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** The time in every unit test, unless the test sets another; `cargo xtask test` sets another moment. */
const MOMENT = process.env['TEST_MOMENT'] ?? '2026-11-21T23:50:00+05:30';

// Set now for code that runs when a test file loads, and before each test because an earlier one may have restored the
// real time.
vi.setSystemTime(MOMENT);
beforeEach(() => void vi.setSystemTime(MOMENT));

// The test files of one process run in its threads, and a channel reaches all of them: the end of a session in one test would end
// those of others.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

// No test reaches a network: a call without a stand-in, such as one that a screen repeats after the end of its test, fails at once.
// The simulated page closes only when nothing is running, so a real call that is repeated again and again would keep the run from ending.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

// The testing library removes what a test rendered after each test if it finds this function. A screen that is left goes on rendering, for
// example when a part of it is loaded at last, and its timers keep the simulated page open.
Object.assign(globalThis, { afterEach });

// After the last test of a file no timer begins: a loop of timers, such as that of the calls to a server that is away, would keep the
// simulated page open without end.
afterAll(() => {
  const none = () => 0;
  Object.assign(globalThis, { setTimeout: none, setInterval: none, setImmediate: none, requestAnimationFrame: none });
});
