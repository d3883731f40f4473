import { expect, test } from 'vitest';
import type { BoardModel } from '@/desk/day/board-model';
import { sheetsOf } from './sheets';

type Model = Pick<BoardModel, 'columns' | 'rows'>;

/** A day of this many hours on one court; `cells` has the first column and the span of each cell. */
function day(hours: number, cells: [column: number, span: number][]): Model {
  const columns = Array.from({ length: hours }, (_, index) => ({ minute: 360 + 60 * index }));
  const rows = [{ court: { id: 1 }, cells: cells.map(([column, span]) => ({ key: String(column), column, span })) }];
  return { columns, rows } as unknown as Model;
}

function laidOut(model: Model) {
  return sheetsOf(model).map(({ columns, rows }) => [columns.length, rows[0]?.cells.map(({ span }) => span)]);
}

test('twelve hours are one sheet, and more are spread evenly', () => {
  expect(laidOut(day(12, [[0, 12]]))).toEqual([[12, [12]]]);
  expect(laidOut(day(17, [[0, 17]]))).toEqual([
    [9, [9]],
    [8, [8]],
  ]);
  expect(laidOut(day(0, []))).toEqual([]);
});

test('a booking over the edge of a sheet is on both', () => {
  const model = day(14, [
    [0, 6],
    [6, 2],
    [8, 6],
  ]);
  expect(laidOut(model)).toEqual([
    [7, [6, 1]],
    [7, [1, 6]],
  ]);
});
