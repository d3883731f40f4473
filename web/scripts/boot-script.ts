import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The script of every page: it applies the stored theme, and queues early clicks. */
export const BOOT = 'app/boot.js';

/**
 * Puts scripts in front of everything else, as one file. They have to run before the first paint, so they cannot be modules,
 * and the content security policy of the built HTML files forbids inline code, so they have to be a file of their own. A page that
 * the server renders contains them inline, with their hash in its policy (vite.server.config.ts). `scripts` are paths in src.
 */
export function bootScript(scripts: readonly string[] = [BOOT]): Plugin {
  let building = false;
  let reference = '';
  return {
    name: 'boot',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (building) {
        const files = scripts.map((script) => fileURLToPath(new URL(`../src/${script}`, import.meta.url)));
        const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
        reference = this.emitFile({ type: 'asset', name: 'boot.js', source });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const emitted = Object.values(context.bundle ?? {}).find(
          (file) => file.type === 'asset' && file.names.includes('boot.js'),
        );
        if (building && reference === '') throw new Error('the first script was not emitted');
        const sources = emitted ? [`/${emitted.fileName}`] : scripts.map((script) => `/src/${script}`);
        return sources.map((src) => ({ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }));
      },
    },
  };
}
