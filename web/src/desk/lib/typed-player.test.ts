import { expect, test } from 'vitest';
import { isWholePhone, onlyTender, readTyped, searchTextOf, tenderKey, textToFind } from './typed-player';

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
  ['+91 98250 41', '9825041', false],
  ['+65 9123 4567', null, false],
  ['ro', null, false],
  ['roh', 'roh', false],
  ["o'b", null, false],
  ["o'br", "o'br", false],
  ['Jo Li', null, false],
  ['Jo Lim', 'Jo Lim', false],
  ['  Rohan   Me ', 'Rohan Me', false],
  ['रोहन', 'रोहन', false],
  ['क्\u200dष', 'क्\u200dष', false],
])('%j searches for %j', (text, searched, isPhone) => {
  const typed = readTyped(text);
  expect(searchTextOf(typed)).toBe(searched);
  expect(isWholePhone(typed)).toBe(isPhone);
});

test.each<[text: string, key: string, tender: string | null]>([
  ['1736', 'c', 'cash'],
  ['98250 41736', 'K', 'card'],
  ['41736', 'u', 'upi_own'],
  ['173', 'c', null],
  ['', 'c', null],
  ['Chira', 'k', null],
  ['1736', 'x', null],
  ['1736', 'Enter', null],
])('after %j the key %s pays by %s', (text, key, tender) => {
  expect(tenderKey(key, readTyped(text))).toBe(tender);
});

test.each<[text: string, tender: string | null]>([
  ['c', 'cash'],
  [' K ', 'card'],
  ['u', 'upi_own'],
  ['', null],
  ['x', null],
  ['Ch', null],
  ['c1', null],
])('%j alone pays by %s', (text, tender) => {
  expect(onlyTender(text)).toBe(tender);
});

test.each<[phone: string | null, text: string]>([
  ['98250 41736', '98250 41736'],
  ['+91 98250 41736', '+91 98250 41736'],
  ['•••• 1736', 'Jo Li'],
  [null, 'Jo Li'],
])('a player with the phone %j is found by %j', (phone, text) => {
  expect(textToFind({ name: 'Jo Li', phone })).toBe(text);
});
