import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const firstScript = fileURLToPath(new URL('../src/app/boot.js', import.meta.url));

/**
 * Puts the script that applies the stored theme and queues early clicks in front of everything else. It has to run
 * before the first paint, so it cannot be a module, and the content security policy forbids inline code, so it has to
 * be a file of its own.
 */
export function bootScript(): Plugin {
  let building = false;
  let reference = '';
  return {
    name: 'boot',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (building) {
        reference = this.emitFile({ type: 'asset', name: 'boot.js', source: readFileSync(firstScript) });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const emitted = Object.values(context.bundle ?? {}).find(
          (file) => file.type === 'asset' && file.names.includes('boot.js'),
        );
        const src = emitted ? `/${emitted.fileName}` : '/src/app/boot.js';
        if (building && reference === '') throw new Error('the first script was not emitted');
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
}
