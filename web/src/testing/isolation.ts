import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** The time in every unit test, unless the test sets another. */
const MOMENT = process.env['TEST_MOMENT'] ?? '2026-11-21T23:50:00+05:30';

// Set now for code that runs when a test file loads, and before each test because an earlier one may have restored the
// real time.
vi.setSystemTime(MOMENT);
beforeEach(() => void vi.setSystemTime(MOMENT));

// The test files of one process run in its threads, and a channel would reach all of them.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

// A call without a stand-in fails at once. The simulated page closes only when nothing is running, so real calls that a
// screen repeats would keep the run from ending.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

// The testing library removes what a test rendered if it finds this function. The timers of a screen that is left would
// keep the simulated page open.
Object.assign(globalThis, { afterEach });

// After the last test of a file no timer begins: a loop of timers would keep the simulated page open without end.
afterAll(() => {
  const none = () => 0;
  Object.assign(globalThis, { setTimeout: none, setInterval: none, setImmediate: none, requestAnimationFrame: none });
});
