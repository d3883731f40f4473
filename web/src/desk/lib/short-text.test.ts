import { expect, test } from 'vitest';
import { isTooLong } from './short-text';

test('a short text has at most 200 characters, as the server counts them', () => {
  expect(['', ' '.repeat(201), `  ${'a'.repeat(200)}  `, '🏓'.repeat(200)].map(isTooLong)).toEqual(
    Array(4).fill(false),
  );
  expect(['a'.repeat(201), '🏓'.repeat(201)].map(isTooLong)).toEqual([true, true]);
});
