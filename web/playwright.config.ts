import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { MOST_WORKERS } from './e2e/most-workers';

// `cargo xtask` starts a real server and passes its address.
const { BASE_URL, CHROMIUM_PATH, CI } = process.env;

export default defineConfig({
  testDir: './e2e',
  // A link of the demo signs in once, so the tests of the desk share a session.
  globalSetup: './e2e/desk-session.ts',
  fullyParallel: true,
  // One and a half for each core, because a browser waits for a good part of its time.
  workers: Math.min(MOST_WORKERS, Math.floor(1.5 * availableParallelism())),
  forbidOnly: Boolean(CI),
  // A busy machine may starve one browser of several; a test that needs its second try is reported as flaky.
  retries: CI ? 1 : 0,
  // CI's machine may stand still for half a minute.
  timeout: CI ? 120_000 : 60_000,
  expect: { timeout: CI ? 20_000 : 10_000 },
  reporter: [['list']],
  use: {
    baseURL: BASE_URL ?? 'http://127.0.0.1:8080',
    // A trace is recorded only at the second try: that of a first try that passes would be thrown away.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    // A test cannot intercept what a service worker answers, so only tests that need one allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Without a sandbox because CI runs as root; the rest keeps Chromium from sending requests of its own and makes screenshots equal.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none',
        '--force-color-profile=srgb',
        '--hide-scrollbars',
      ],
    },
  },
  projects: [
    { name: 'phone', use: { ...devices['Pixel 7'] } },
    { name: 'desktop', use: { ...devices['Desktop Chrome'] } },
  ],
});
