import type { Plugin } from 'vite';

/** A piece of a library that this app never runs, and what stands in for it. */
interface Unused {
  /** How its module's path ends; Vite's own are no files. */
  module: string;
  /** The same names with as little behind them as this app asks of them. */
  code: string;
  /** A module that would need what is left out: the build stops when it comes in. */
  never?: string;
}

const PRELOAD = '\0vite/preload-helper.js';

const UNUSED: readonly Unused[] = [
  {
    // No query here comes in pages.
    module: '@tanstack/query-core/build/modern/infiniteQueryBehavior.js',
    code: `export const infiniteQueryBehavior = () => undefined;
      export const hasNextPage = () => false;
      export const hasPreviousPage = () => false;`,
    never: '@tanstack/query-core/build/modern/infiniteQueryObserver.js',
  },
  {
    // Calls that change something are plain functions here, never repeated nor kept (src/features/*/api).
    module: '@tanstack/query-core/build/modern/mutationCache.js',
    code: `export class MutationCache {
        findAll = () => [];
        resumePausedMutations = async () => undefined;
        clear() {}
      }`,
    never: '@tanstack/query-core/build/modern/mutation.js',
  },
  {
    // The router is given both ways of its own (src/lib/query-string.ts).
    module: '@tanstack/router-core/dist/esm/searchParams.js',
    code: `export const defaultParseSearch = () => ({});
      export const defaultStringifySearch = () => '';
      export const parseSearchWith = () => defaultParseSearch;
      export const stringifySearchWith = () => defaultStringifySearch;`,
  },
  {
    // The app stands at the root of its address, and no address is written anew.
    module: '@tanstack/router-core/dist/esm/rewrite.js',
    code: `export const composeRewrites = () => undefined;
      export const rewriteBasepath = () => undefined;
      export const executeRewriteInput = (_rewrite, url) => url;
      export const executeRewriteOutput = (_rewrite, url) => url;`,
  },
  {
    // All styles are in one sheet that every page has, so in front of a lazy screen only scripts are named (guarded below).
    module: PRELOAD,
    code: `const named = new Set();
      export function __vitePreload(load, files) {
        for (const file of files ?? []) {
          if (named.has(file)) continue;
          named.add(file);
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
        }
        return load().catch((cause) => {
          const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: cause });
          if (window.dispatchEvent(event)) throw cause;
        });
      }`,
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
 * that moves one of these modules stops the build, and so does a use of what is left out, so that somebody looks again.
 */
export function leaveOut(): Plugin {
  const met = new Set<string>();
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const unused = UNUSED.find(({ module }) => id === module || id.endsWith(`/node_modules/${module}`));
      if (unused === undefined) return null;
      met.add(unused.module);
      return unused.code;
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
      for (const { module, never } of UNUSED) {
        if (never !== undefined && modules.some((id) => id.endsWith(`/node_modules/${never}`)))
          this.error(`${never} needs ${module}, which is left out`);
      }
      if (Object.keys(bundle).filter((file) => file.endsWith('.css')).length > 1)
        this.error(`a screen has a style sheet of its own, which ${PRELOAD} does not load`);
      const missed = UNUSED.filter(({ module }) => !met.has(module));
      if (missed.length > 0) this.error(`not in this build any more: ${missed.map(({ module }) => module).join(', ')}`);
    },
  };
}
