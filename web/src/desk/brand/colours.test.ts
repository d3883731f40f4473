import { expect, test } from 'vitest';
import { contrastOf, isReadable, nearestReadable, parseColour, ROLES, STANDARD } from './colours';

test('a colour is # and six digits', () => {
  expect(parseColour(' #C8e600 ')).toEqual([0xc8, 0xe6, 0]);
  for (const other of ['', '#c8e60', 'c8e600', 'red', '#+8e600']) expect(parseColour(other)).toBeNull();
});

test('the contrast is that of WCAG', () => {
  expect(contrastOf('court', '#000000')).toBeCloseTo(21, 3);
  expect(contrastOf('court', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrastOf('court', 'red')).toBeNull();
});

test('the standard colours can be read, and so can the nearest colour of any other', () => {
  for (const role of ROLES) {
    expect(isReadable(role, STANDARD[role])).toBe(true);
    for (const colour of ['#000000', '#ffffff', '#7a1fa2', '#4fc3f7', '#ff0000', '#808080']) {
      const nearest = nearestReadable(role, colour);
      expect(isReadable(role, nearest)).toBe(true);
      expect(nearest === colour).toBe(isReadable(role, colour));
    }
  }
});
