import { render } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import { KeyHint } from './KeyHint';

test('a single key that is off is not shown, also with Shift; Enter and Escape are', () => {
  switchSingleKeys(false);
  onTestFinished(() => switchSingleKeys(true));
  const shown = ['E', '⇧E', '/', '↵', 'Esc'].map((key) => render(<KeyHint>{key}</KeyHint>).container.textContent);
  expect(shown).toEqual(['', '', '', '↵', 'Esc']);
});
