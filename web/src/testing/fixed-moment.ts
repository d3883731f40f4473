import { beforeEach, vi } from 'vitest';

/** When it is in every unit test, unless the test says another time; `cargo xtask test --at` names another moment. */
const MOMENT = process.env['TEST_MOMENT'] ?? '2026-11-21T23:50:00+05:30';

// Now for what a test file reads as it loads, and again because a test before may have given the real time back.
vi.setSystemTime(MOMENT);
beforeEach(() => void vi.setSystemTime(MOMENT));
