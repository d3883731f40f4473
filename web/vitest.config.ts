import { defineConfig, mergeConfig } from 'vitest/config';

import viteConfig from './vite.config';

/** These read what a server streams, and Node's streams do not take parts that were made in another context. */
const ON_STREAMS = ['src/api/follow-stream.test.ts', 'src/desk/api/use-board.test.tsx'];

// No test may depend on the zone of its machine: `cargo xtask test` says which one it is by turns. Here, because one thread
// cannot have another zone than its process.
process.env['TZ'] ??= 'Asia/Kolkata';

// The unit tests are beside what they test in src/; e2e/ belongs to Playwright.
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'happy-dom',
      restoreMocks: true,
      // A busy machine is no fault of the screen.
      testTimeout: 30_000,
      setupFiles: ['src/testing/fixed-moment.ts'],
      maxWorkers: '100%',
      projects: [
        // A context of its own for each file, and the page's stand-in made once per worker: a third of the time.
        {
          extends: true,
          test: { name: 'app', pool: 'vmThreads', include: ['src/**/*.test.{ts,tsx}'], exclude: ON_STREAMS },
        },
        { extends: true, test: { name: 'streams', pool: 'forks', include: ON_STREAMS } },
      ],
    },
  }),
);
