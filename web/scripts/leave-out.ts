import type { Plugin } from 'vite';

/** A piece of a library that this app never runs, and what stands in for it. */
interface Unused {
  /** How its module's path ends. */
  module: string;
  /** The same names with as little behind them as this app asks of them. */
  code: string;
}

const UNUSED: readonly Unused[] = [
  {
    // No query here comes in pages.
    module: '@tanstack/query-core/build/modern/infiniteQueryBehavior.js',
    code: `export const infiniteQueryBehavior = () => undefined;
      export const hasNextPage = () => false;
      export const hasPreviousPage = () => false;`,
  },
  {
    // A new screen begins at its top (src/app/Shell.tsx); only a place named in the address is left to the router.
    module: '@tanstack/router-core/dist/esm/scroll-restoration.js',
    code: `export const storageKey = '';
      export const defaultGetScrollRestorationKey = (location) => location.href;
      export const getElementScrollRestorationEntry = () => undefined;
      export function setupScrollRestoration(router) {
        router.subscribe('onRendered', ({ toLocation: { hash } }) => {
          if (hash) document.getElementById(hash)?.scrollIntoView();
        });
      }`,
  },
];

/**
 * Leaves out of the first load what its libraries bring along for features that this app has not switched on. A release
 * that moves one of these modules stops the build, so that somebody looks again.
 */
export function leaveOut(): Plugin {
  const met = new Set<string>();
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const unused = UNUSED.find(({ module }) => id.endsWith(`/node_modules/${module}`));
      if (unused === undefined) return null;
      met.add(unused.module);
      return unused.code;
    },
    generateBundle() {
      const missed = UNUSED.filter(({ module }) => !met.has(module));
      if (missed.length > 0) this.error(`not in this build any more: ${missed.map(({ module }) => module).join(', ')}`);
    },
  };
}
