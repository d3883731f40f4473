import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('../src/service-worker/desk-worker.ts', import.meta.url));
/** Modules that the worker caches only once a page has fetched them: translations, and what some browsers lack. */
const ON_DEMAND = [/\/languages\//, /node_modules\/(qr|@noble\/ed25519)\//];

/**
 * Builds `desk-sw.js` with the list of the desk's files; its version is a digest of their names, of its code and of `inlineScript`, the
 * code in the page.
 */
export function deskServiceWorker(inlineScript: string): Plugin {
  return {
    name: 'desk-service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: WORKER, fileName: 'desk-sw.js' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const worker = chunks.find((chunk) => chunk.fileName === 'desk-sw.js');
        const entry = chunks.find((chunk) => chunk.isEntry && chunk !== worker);
        if (worker === undefined || entry === undefined) throw new Error('the build has no desk-sw.js or no entry');
        if (worker.imports.length > 0) throw new Error('desk-sw.js is no module and cannot import');
        const isOnDemand = (ids: string[]) =>
          ids.length > 0 && ids.every((id) => ON_DEMAND.some((one) => one.test(id)));
        const onDemand = chunks
          .filter((chunk) => chunk !== worker && isOnDemand(chunk.moduleIds))
          .map(({ fileName }) => `/${fileName}`)
          .toSorted();
        const files = Object.values(bundle)
          .filter((file) =>
            file.type === 'chunk'
              ? file !== worker && !isOnDemand(file.moduleIds)
              : /\.(css|woff2)$/.test(file.fileName),
          )
          .map(({ fileName }) => `/${fileName}`)
          .toSorted();
        const version = createHash('sha256')
          .update(files.join('\n'))
          .update(worker.code)
          .update(inlineScript)
          .digest('hex')
          .slice(0, 12);
        const precache = JSON.stringify({ version, entry: `/${entry.fileName}`, files, onDemand });
        const code = worker.code.replace('globalThis.__DESK_PRECACHE__', () => precache);
        if (code === worker.code) throw new Error('desk-sw.js has no place for its list of files');
        worker.code = code;
      },
    },
  };
}
