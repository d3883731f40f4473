import { expect, test } from 'vitest';
import lint from '../../.oxlintrc.json?raw';

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*', '!./**/*.test-kit.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The folders that each folder uses, with a file that does: `uses.get('pay')?.get('booking')`. */
function usesOf(files: Readonly<Record<string, string>>): Map<string, Map<string, string>> {
  const uses = new Map<string, Map<string, string>>();
  for (const [path, text] of Object.entries(files)) {
    const [folder, file] = path.replace(/^\.\//, '').split('/');
    if (folder === undefined || file === undefined) continue;
    for (const [, used] of text.matchAll(/(?:from|import\()\s*'@\/desk\/([\w-]+)\//g)) {
      if (used === undefined || used === folder) continue;
      const own = uses.get(folder) ?? new Map<string, string>();
      own.set(used, own.get(used) ?? path);
      uses.set(folder, own);
    }
  }
  return uses;
}

/** The uses that lead from a folder back to itself, each as "file uses folder"; null if there are none. */
function cycleFrom(start: string, uses: ReturnType<typeof usesOf>): string[] | null {
  const ways: [string, string[]][] = [[start, []]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const [at, steps] = way;
    for (const [next, file] of uses.get(at) ?? []) {
      const longer = [...steps, `${file} uses ${next}`];
      if (next === start) return longer;
      if (!seen.has(next)) ways.push([next, longer]);
      seen.add(next);
    }
  }
  return null;
}

function cycles(files: Readonly<Record<string, string>>): string[][] {
  const uses = usesOf(files);
  return [...uses.keys()].flatMap((folder) => [cycleFrom(folder, uses) ?? []]).filter(({ length }) => length > 0);
}

test('no folders of the desk use each other in a cycle', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(150);
  expect(cycles(sources)).toEqual([]);
});

/** The folders whose import the lint restricts: the frame and the screens. */
const screens = new Set([...lint.matchAll(/"@\/desk\/([\w-]+)\/\*\*"/g)].map(([, folder]) => folder ?? ''));
screens.delete('lib');

test('the lint against imports of a screen knows each screen that the router loads', () => {
  const router = sources['./app/router.tsx'] ?? '';
  const pages = [...router.matchAll(/'@\/desk\/([\w-]+)\/(?:\w+Page|screens)'/g)].map(([, folder]) => folder ?? '');
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((folder) => !screens.has(folder))).toEqual([]);
});

test('no screen of the desk uses another one, also not by code that loads later, which the lint does not see', () => {
  const uses = [...usesOf(sources)].flatMap(([folder, used]) =>
    ['app', 'prices-and-hours'].includes(folder)
      ? []
      : [...used].filter(([screen]) => screens.has(screen)).map(([screen, file]) => `${file} uses ${screen}`),
  );
  expect(uses).toEqual([]);
});

test('a cycle of three folders is found with its files', () => {
  const files = {
    './board/Board.tsx': "import { Panel } from '@/desk/booking/Panel';",
    './booking/Panel.tsx': "import type { Move } from '@/desk/move/Move';\nimport { day } from './day';",
    './move/Move.tsx': "const Board = lazy(() => import('@/desk/board/Board'));",
    './main.tsx': "import { Board } from '@/desk/board/Board';",
  };
  expect(cycles(files)[0]).toEqual([
    './board/Board.tsx uses booking',
    './booking/Panel.tsx uses move',
    './move/Move.tsx uses board',
  ]);
});
