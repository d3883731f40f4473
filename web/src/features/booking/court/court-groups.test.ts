import { describe, expect, test } from 'vitest';
import { courtGroups, findCourt, type CourtAnswer } from './court-groups';

function court(number: number, over: Partial<CourtAnswer> = {}): CourtAnswer {
  return {
    court_id: 100 + number,
    court_name: `Court ${number}`,
    court_type: 'OUTDOOR',
    available: 'yes',
    price: 800,
    number,
    ...over,
  };
}

describe('the court groups', () => {
  test('put outdoor before indoor, each in the order of the painted numbers', () => {
    const groups = courtGroups([court(7, { court_type: 'INDOOR' }), court(2), court(1)]);
    expect(groups.map((g) => [g.type, g.courts.map((c) => c.number)])).toEqual([
      ['outdoor', [1, 2]],
      ['indoor', [7]],
    ]);
  });

  test('leave out a type that the venue does not have', () => {
    expect(courtGroups([court(1)]).map((g) => g.type)).toEqual(['outdoor']);
    expect(courtGroups([])).toEqual([]);
  });

  test('call a court free only for "yes"', () => {
    const [group] = courtGroups([court(1), court(2, { available: 'no' }), court(3, { available: '' })]);
    expect(group?.free).toBe(1);
    expect(group?.courts.map((c) => c.isFree)).toEqual([true, false, false]);
  });

  test('lay nine outdoor courts out as three by three, and only those', () => {
    const numbers = Array.from({ length: 9 }, (_, i) => i + 1);
    expect(courtGroups(numbers.map((n) => court(n)))[0]?.layout).toBe('nine');
    expect(courtGroups(numbers.slice(1).map((n) => court(n)))[0]?.layout).toBe('rows');
    expect(courtGroups(numbers.map((n) => court(n, { court_type: 'INDOOR' })))[0]?.layout).toBe('rows');
  });

  test('put up to three indoor courts in a column beside the nine', () => {
    const nine = Array.from({ length: 9 }, (_, i) => court(i + 1));
    const indoor = (count: number) => Array.from({ length: count }, (_, i) => court(10 + i, { court_type: 'INDOOR' }));
    expect(courtGroups([...nine, ...indoor(3)]).map((g) => g.layout)).toEqual(['nine', 'column']);
    expect(courtGroups([...nine, ...indoor(4)]).map((g) => g.layout)).toEqual(['nine', 'rows']);
    expect(courtGroups([court(1), ...indoor(3)]).map((g) => g.layout)).toEqual(['rows', 'rows']);
  });

  test('find the court of the address', () => {
    const groups = courtGroups([court(1), court(7, { court_type: 'INDOOR' })]);
    expect(findCourt(groups, 107)?.name).toBe('Court 7');
    expect(findCourt(groups, 999)).toBeUndefined();
    expect(findCourt(groups, undefined)).toBeUndefined();
  });
});
