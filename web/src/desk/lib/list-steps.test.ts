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

test('an id that came into the list above changes nothing', () => {
  expect(neighbourOf(['new', ...ids], ids, 'b', 1)).toBe('c');
});

test('when the chosen id left the list, its neighbours are the next ones', () => {
  expect(neighbourOf(['a', 'c', 'd'], ids, 'b', 1)).toBe('c');
  expect(neighbourOf(['a', 'c', 'd'], ids, 'b', -1)).toBe('a');
  expect(neighbourOf(['a', 'd'], ids, 'b', 1)).toBe('d');
  expect(neighbourOf(['a', 'b', 'c'], ids, 'd', 1)).toBe('c');
  expect(neighbourOf(['x', 'y'], ids, 'b', 1)).toBe('y');
  expect(neighbourOf(['x', 'y'], [], 'b', 1)).toBe('x');
});
