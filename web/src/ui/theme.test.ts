import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/ui/theme.css', 'utf8');
type Scheme = 'light' | 'dark';

/** A token's three OKLCH numbers in one of the schemes. */
function token(name: string, scheme: Scheme): [number, number, number] {
  const line = new RegExp(`--color-${name}: ([^;]+);`).exec(css)?.[1] ?? '';
  const values = [...line.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map(
    ([, l, c, h]) => [Number(l) / 100, Number(c), Number(h)] as [number, number, number],
  );
  const value = values.length === 2 && scheme === 'dark' ? values[1] : values[0];
  if (!value) throw new Error(`theme.css has no colour ${name}`);
  return value;
}

/** Relative luminance (WCAG 2.2) of an OKLCH colour, clipped to sRGB. */
function luminance([l, c, h]: [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const cone = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const;
  const clip = (x: number) => Math.min(1, Math.max(0, x));
  const red = clip(4.0767416621 * cone[0] - 3.3077115913 * cone[1] + 0.2309699292 * cone[2]);
  const green = clip(-1.2684380046 * cone[0] + 2.6097574011 * cone[1] - 0.3413193965 * cone[2]);
  const blue = clip(-0.0041960863 * cone[0] - 0.7034186147 * cone[1] + 1.707614701 * cone[2]);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [dark, light] = [luminance(token(one, scheme)), luminance(token(other, scheme))].toSorted((x, y) => x - y);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Text colours and their backgrounds. */
const TEXT_PAIRS: readonly (readonly [string, string])[] = [
  ...['paper', 'card', 'raised'].flatMap((ground) => [['ink', ground] as const, ['quiet', ground] as const]),
  ['on-solid', 'solid'],
  ['ball-ink', 'ball'],
  ['ball-ink', 'ball-lit'],
  ['white', 'deep'],
  ['white', 'surround'],
  ...['good', 'bad', 'warn', 'note'].flatMap((tone) => [
    [tone, `${tone}-tint`] as const,
    [tone, 'card'] as const,
    ['ink', `${tone}-tint`] as const,
  ]),
  ['bad', 'paper'],
];

/** Borders of fields, the focus ring and large numerals need less contrast. */
const SHAPE_PAIRS = [
  ['edge', 'card'],
  ['edge', 'paper'],
  ['focus', 'paper'],
  ['focus', 'card'],
  ['white', 'court'],
  ['white', 'clay'],
  ['drained-ink', 'drained'],
] as const;

for (const scheme of ['light', 'dark'] as const) {
  test.each(TEXT_PAIRS)(`%s on %s can be read in the ${scheme} theme (4.5:1)`, (text, ground) => {
    expect(contrast(text, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPE_PAIRS)(`%s on %s can be made out in the ${scheme} theme (3:1)`, (shape, ground) => {
    expect(contrast(shape, ground, scheme)).toBeGreaterThanOrEqual(3);
  });
}

test('the contrast check finds an unreadable pair of colours', () => {
  expect(contrast('line', 'paper', 'light')).toBeLessThan(3);
});

test('the ₹ of headings is that of Figtree, not that of a device font for Devanagari or Gujarati', () => {
  const families = /--font-display:([^;]+);/.exec(css)?.[1];
  expect(families).toMatch(/'Figtree'.*var\(--font-indic\)/);
});
