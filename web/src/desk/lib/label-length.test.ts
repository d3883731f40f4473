import { expect, test } from 'vitest';
import { isWrongLength } from './label-length';

test('a name has 2 to 40 characters, as the server counts them', () => {
  expect(['', 'a', 'ab', 'a'.repeat(40), 'a'.repeat(41)].map(isWrongLength)).toEqual([true, true, false, false, true]);
  // The length of each emoji is 2, and the server counts one character.
  expect(['🏓', '🏓🏓', '🏓'.repeat(40), '🏓'.repeat(41)].map(isWrongLength)).toEqual([true, false, false, true]);
});
