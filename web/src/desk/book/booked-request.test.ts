import { expect, test } from 'vitest';
import { isForRequest } from './booked-request';

const NUMBER = '9825041736';
const rohan = { id: '9', name: 'Rohan Mehta', phone: '+919825041736', is_new: false };
const rohini = { id: '10', name: 'Rohini Shah', phone: '+919825049901', is_new: false };

test.each([
  ['the number that the field still has', NUMBER, NUMBER, { ...rohan, phone: null }, true],
  ['the same number, written otherwise', NUMBER, '098250 41736', { ...rohan, phone: null }, true],
  ['the number of the player, who was found by name', NUMBER, 'Rohan', rohan, true],
  ['the number of another caller', NUMBER, '9825049901', rohini, false],
  ['another caller whose number is not shown', NUMBER, 'Rohini', { ...rohini, phone: null }, false],
  ['the name that the field still has', 'Rohan', 'rohan ', rohan, true],
  ['the name of the player, who gave a number since', 'Rohan Mehta', NUMBER, rohan, true],
  ['the name of another caller', 'Rohan Mehta', 'Rohini', rohini, false],
  ['a request with neither number nor name', '', NUMBER, rohan, true],
])('a booking is matched with its request: %s', (_, requested, text, player, isFor) => {
  expect(isForRequest(requested, text, player)).toBe(isFor);
});
