import { expect, test } from 'vitest';
import { countCharacters } from './count-characters';

test('characters are counted as the server counts them', () => {
  expect(countCharacters('Rain')).toBe(4);
  // Two UTF-16 units each.
  expect(countCharacters('🌧🏓')).toBe(2);
  // A vowel sign and a virama are characters of their own.
  expect(countCharacters('दीप्ति')).toBe(6);
});
