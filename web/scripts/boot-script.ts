import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IndexHtmlTransformContext, Plugin } from 'vite';

/** The script that every page runs before its app. */
export const BOOT = 'app/boot.js';

/** The text of scripts, whose paths are in src, one after the other. */
export function readScripts(scripts: readonly string[]): string {
  const files = scripts.map((script) => fileURLToPath(new URL(`../src/${script}`, import.meta.url)));
  return files.map((file) => readFileSync(file, 'utf8').trim()).join('\n');
}

/**
 * Fails if a script cannot be a part of a page as it is: such text ends the element early or lets it go on after its end.
 */
export function checkInlineScript(script: string): void {
  const [found] = /<\/?script|<!--/i.exec(script) ?? [];
  if (found === undefined) return;
  throw new Error(`the script in the page contains '${found}', which browsers read as HTML; write '\\x3c' for its '<'`);
}

/** The addresses of scripts in a page: of the one file of a build, or of each source while developing, when there is no bundle. */
export function addressesOf(scripts: readonly string[], bundle: IndexHtmlTransformContext['bundle']): string[] {
  if (bundle === undefined) return scripts.map((script) => `/src/${script}`);
  const emitted = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('boot.js'));
  if (emitted === undefined) throw new Error('the first script was not emitted');
  return [`/${emitted.fileName}`];
}

/**
 * Puts scripts in front of everything else. They have to run before the first paint, so they cannot be modules. `scripts` are
 * paths in src. In a build they are one file, or with `isInline` a part of the page, which then waits for no file.
 */
export function bootScript({
  scripts = [BOOT],
  isInline = false,
}: { scripts?: string[]; isInline?: boolean } = {}): Plugin {
  let building = false;
  let source = '';
  return {
    name: 'boot',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (!building) return;
      source = readScripts(scripts);
      if (isInline) checkInlineScript(source);
      else this.emitFile({ type: 'asset', name: 'boot.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        if (building && isInline) return [{ tag: 'script', children: source, injectTo: 'head-prepend' }];
        return addressesOf(scripts, context.bundle).map((src) => ({
          tag: 'script',
          attrs: { src },
          injectTo: 'head-prepend',
        }));
      },
    },
  };
}
