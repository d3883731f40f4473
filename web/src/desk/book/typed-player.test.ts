import { expect, test } from 'vitest';
import { isWholePhone, readTyped, searchTextOf } from './typed-player';

test.each<[text: string, searched: string | null, isPhone: boolean]>([
  ['', null, false],
  ['   ', null, false],
  ['173', null, false],
  ['1736', '1736', false],
  ['41 736', '41736', false],
  ['98250 41736', '9825041736', true],
  ['+91 98250-41736', '9825041736', true],
  ['098250 41736', '9825041736', true],
  ['98250 417365', null, false],
  ['ro', null, false],
  ['roh', 'roh', false],
  ['  Rohan   Me ', 'Rohan Me', false],
  ['रोहन', 'रोहन', false],
])('%j searches for %j', (text, searched, isPhone) => {
  const typed = readTyped(text);
  expect(searchTextOf(typed)).toBe(searched);
  expect(isWholePhone(typed)).toBe(isPhone);
});
