import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * The app's modules that load with the first screen of an entry: the files that the entry reaches by static imports,
 * without the entry itself. `entry` is a path in src. The imports are read from the source, so that moving a file
 * cannot add parts of lazy screens to the first load.
 */
export function firstScreen(entry: string): Set<string> {
  const found = new Set<string>();
  follow(source + entry, found);
  found.delete(source + entry);
  return found;
}

function follow(file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  for (const [, named] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\b)[^;]*?'((?:@|\.\.?)\/[^']+)';/gm,
  )) {
    if (named === undefined || /\.\w+$/.test(named)) continue;
    const path = named.startsWith('@/') ? source + named.slice(2) : fileURLToPath(new URL(named, `file://${file}`));
    const module = [`${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(candidate));
    if (module !== undefined) follow(module, found);
  }
}
