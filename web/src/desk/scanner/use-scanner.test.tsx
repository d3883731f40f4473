import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useScanner } from './use-scanner';

const PASS = 'SO1._oEsEg.4071553902.29922570.3.Y3JJ';

const scans: string[] = [];
const pressed: string[] = [];

function Screen() {
  useScanner((text) => scans.push(text));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it represents a screen with shortcuts
    <div onKeyDown={({ key }) => pressed.push(key)}>
      <input aria-label="name" />
      <button type="button">Part</button>
    </div>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  scans.length = 0;
  pressed.length = 0;
  cleanup();
  render(<Screen />);
});
afterEach(() => vi.useRealTimers());

const field = () => document.querySelector('input')!;
const button = () => document.querySelector('button')!;

/** Presses keys as a browser does: a key whose default is not prevented is typed into a field. */
function type(target: HTMLElement, keys: readonly string[], gap: number): void {
  target.focus();
  for (const key of keys) {
    vi.advanceTimersByTime(gap);
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: performance.now() });
    const isTyped = target.dispatchEvent(event) && key.length === 1;
    if (isTyped && target instanceof HTMLInputElement) target.value += key;
  }
}

test('a scan leaves nothing in the focused field and presses no shortcut', () => {
  type(field(), [...PASS, 'Enter'], 6);
  expect(scans).toEqual([PASS]);
  expect(field().value).toBe('');
  expect(pressed).toEqual([]);
  type(button(), [...PASS], 6);
  vi.advanceTimersByTime(200);
  expect(scans).toEqual([PASS, PASS]);
  expect(pressed).toEqual([]);
});

test('a person can type S and other letters in a field and as shortcuts', () => {
  type(field(), [...'SO1.'], 150);
  vi.advanceTimersByTime(200);
  expect(field().value).toBe('SO1.');
  expect(scans).toEqual([]);
  pressed.length = 0;
  type(button(), ['S'], 150);
  expect(pressed).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(pressed).toEqual(['S']);
});

test('a word that is typed fast keeps its letters in order', () => {
  type(field(), [...'Sonal'], 20);
  vi.advanceTimersByTime(200);
  expect(field().value).toBe('Sonal');
  expect(scans).toEqual([]);
});

test('a letter that is held is not typed into a field that takes none', () => {
  field().readOnly = true;
  type(field(), ['S'], 150);
  vi.advanceTimersByTime(200);
  expect(field().value).toBe('');
  expect(pressed).toEqual(['S']);
  field().readOnly = false;
  field().type = 'date';
  type(field(), ['S'], 150);
  expect(() => vi.advanceTimersByTime(200)).not.toThrow();
});
