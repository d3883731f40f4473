import { expect, test } from 'vitest';
import { changesBetween, describeChanges } from './changes';

const court = (id: number, isFree: boolean) => ({ id, name: `Court ${id}`, isFree });

test('the changes are what was taken and what was freed', () => {
  const { taken, freed } = changesBetween(
    [court(1, true), court(2, false), court(3, true)],
    [court(1, false), court(2, true), court(3, true)],
  );
  expect([taken.map(({ id }) => id), freed.map(({ id }) => id)]).toEqual([[1], [2]]);
});

test('an added or removed thing is not a change', () => {
  expect(changesBetween([court(1, true)], [court(2, false), court(3, true)])).toEqual({ taken: [], freed: [] });
});

test('one sentence names what is no longer free and one what is free again', () => {
  const texts = {
    taken: (names: string) => `${names} taken.`,
    freed: (names: string, count: number) => `${names} free (${count}).`,
  };
  const changes = { taken: [court(1, false), court(4, false)], freed: [court(2, true)] };
  expect(describeChanges(changes, texts)).toBe('Court 1, Court 4 taken. Court 2 free (1).');
  expect(describeChanges({ taken: [], freed: [] }, texts)).toBe('');
});
