import { expect, test } from 'vitest';
import { neighbourOf } from './list-steps';

const ids = ['a', 'b', 'c', 'd'];

test('steps go from the chosen id, and stay at the ends', () => {
  expect(neighbourOf(ids, [], 'b', 1)).toBe('c');
  expect(neighbourOf(ids, [], 'b', -1)).toBe('a');
  expect(neighbourOf(ids, [], 'd', 1)).toBe('d');
  expect(neighbourOf(ids, [], 'a', -1)).toBe('a');
  expect(neighbourOf(ids, [], undefined, -1)).toBe('a');
  expect(neighbourOf([], [], 'a', 1)).toBeUndefined();
});

test('a new id at the top of the list does not change the next one', () => {
  expect(neighbourOf(['new', ...ids], ids, 'b', 1)).toBe('c');
});

test('after the chosen id has left the list, the steps lead to its former neighbours', () => {
  expect(neighbourOf(['a', 'c', 'd'], ids, 'b', 1)).toBe('c');
  expect(neighbourOf(['a', 'c', 'd'], ids, 'b', -1)).toBe('a');
  expect(neighbourOf(['a', 'd'], ids, 'b', 1)).toBe('d');
  expect(neighbourOf(['a', 'b', 'c'], ids, 'd', 1)).toBe('c');
  expect(neighbourOf(['x', 'y'], ids, 'b', 1)).toBe('y');
  expect(neighbourOf(['x', 'y'], [], 'b', 1)).toBe('x');
});
