import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * The modules of ours that load with the first screen of an entry: the files that it reaches by plain imports, itself left out.
 * `entry` is a path in src. Read from the source, so that a moved file cannot drag the pieces of the lazy screens into the first load.
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
