import { defineConfig, mergeConfig } from 'vitest/config';

import { intlTables } from './scripts/intl-tables';
import viteConfig from './vite.config';

/** These tests read streams of a server, and Node's streams refuse chunks that were created in another `vm` context. */
const ON_STREAMS = [
  'src/api/follow-stream.test.ts',
  'src/api/use-live-day.test.tsx',
  'src/api/use-live-order.test.tsx',
  'src/api/use-own-courts.test.tsx',
  'src/desk/api/use-board.test.tsx',
  'src/features/booking/live-pass.test.tsx',
];

// No test may depend on the time zone of its machine. It is set here, because a thread cannot have another zone than
// its process.
process.env['TZ'] ??= 'Asia/Kolkata';

// The unit tests are beside what they test in src/; e2e/ belongs to Playwright.
export default mergeConfig(
  viteConfig,
  defineConfig({
    plugins: [intlTables()],
    test: {
      environment: 'happy-dom',
      restoreMocks: true,
      // A busy machine makes tests slow; that must not fail them.
      testTimeout: 30_000,
      setupFiles: ['src/testing/isolation.ts'],
      maxWorkers: '100%',
      projects: [
        // Each file has a `vm` context of its own, and the simulated page is created once per worker: a third of the time.
        {
          extends: true,
          test: { name: 'app', pool: 'vmThreads', include: ['src/**/*.test.{ts,tsx}'], exclude: ON_STREAMS },
        },
        { extends: true, test: { name: 'streams', pool: 'forks', include: ON_STREAMS } },
      ],
    },
  }),
);
