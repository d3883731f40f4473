import { expect, test } from 'vitest';
import { ScannerInput } from './scanner-input';

const PASS = 'SO1._oEsEg.4071553902.29922570.3.Y3JJ-_x';

/**
 * Types keys with `gap` milliseconds between them; returns how each was handled, the texts of the scans and the other
 * keys.
 */
function type(input: ScannerInput, keys: readonly string[], gap: number, from = 1_000) {
  const handled = keys.map((key, index) => input.press(key, from + index * gap));
  return {
    kinds: handled.map(({ kind }) => kind),
    texts: handled.flatMap(({ former }) => former.text ?? []),
    keys: handled.flatMap(({ former }) => former.keys),
  };
}

test('a pass that a scanner types is held whole and ends with Enter or Tab', () => {
  for (const end of ['Enter', 'Tab']) {
    const { kinds, texts, keys } = type(new ScannerInput(), [...PASS, end], 5);
    expect(texts).toEqual([PASS]);
    expect(keys).toEqual([]);
    expect(new Set(kinds.slice(0, -1))).toEqual(new Set(['hold']));
    expect(kinds.at(-1)).toBe('end');
  }
});

test('a scan without an end key is over when no further key comes', () => {
  const input = new ScannerInput();
  expect(type(input, [...PASS], 30).texts).toEqual([]);
  expect(input.isHolding).toBe(true);
  expect(input.flush()).toEqual({ text: PASS, keys: [] });
  expect(input.isHolding).toBe(false);
});

test('the same keys typed by hand are not a scan, and are handled in order', () => {
  const input = new ScannerInput();
  const { texts, keys, kinds } = type(input, [...'SO1.x'], 120);
  expect(texts).toEqual([]);
  expect([...keys, ...input.flush().keys]).toEqual(['S']);
  // Only a key that may begin a pass is held.
  expect(kinds).toEqual(['hold', 'other', 'other', 'other', 'other']);
});

test('a fast word that begins like a pass is released at the first key that differs', () => {
  const input = new ScannerInput();
  const { texts, keys, kinds } = type(input, [...'SOS'], 20);
  expect(texts).toEqual([]);
  expect(kinds).toEqual(['hold', 'hold', 'hold']);
  expect(keys).toEqual(['S', 'O']);
  expect(input.flush().keys).toEqual(['S']);
  expect(type(input, [...'Sarah'], 20, 5_000).keys).toEqual(['S']);
});

test('keys that cannot begin a pass are never held', () => {
  const { kinds } = type(new ScannerInput(), ['a', 's', 'Enter', 'Escape', 'ArrowDown', 'O', '1', '.'], 5);
  expect(new Set(kinds)).toEqual(new Set(['other']));
});

test('a scan right after another one is a scan of its own', () => {
  const input = new ScannerInput();
  expect(type(input, [...PASS, 'Enter', ...PASS, 'Enter'], 4).texts).toEqual([PASS, PASS]);
  const late = new ScannerInput();
  type(late, [...PASS], 4);
  expect(late.press('x', 9_000)).toEqual({ kind: 'other', former: { text: PASS, keys: [] } });
});
