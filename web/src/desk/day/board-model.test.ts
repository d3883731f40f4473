import { describe, expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardLayout, boardModel, cellAt, type BookingCell, type Cell } from './board-model';

const NOW = Date.parse(sampleInstant(1104));
const booking = sampleBoardBooking;

const model = (changes: Parameters<typeof sampleBoard>[0] = {}, now = NOW) => boardModel(sampleBoard(changes), now);
const cells = (...given: Parameters<typeof model>) => model(...given).rows.flatMap((row) => row.cells);
const bars = (...given: Parameters<typeof model>) =>
  cells(...given).filter((cell): cell is BookingCell => cell.kind === 'booking');
const place = ({ court, column, span }: Cell) => [court.number, column, span];

test('the rows and cells that a newer board leaves as they were are the same objects', () => {
  const bookings = [booking(), booking({ order: '2', court: 22, minute: 1080 })];
  const layOut = boardLayout();
  const before = layOut(sampleBoard({ bookings }), NOW);
  const paid = [booking({ version: 2, due_paise: 0, paid_paise: 85_000 }), ...bookings.slice(1)];
  const after = layOut(sampleBoard({ bookings: paid }), NOW);
  expect(after).toEqual(model({ bookings: paid }));
  const rowOf = (one: typeof after, court: number) => one.rows.find((row) => row.court.id === court);
  expect(rowOf(after, 22)).toBe(rowOf(before, 22));
  expect(rowOf(after, 23)).not.toBe(rowOf(before, 23));
  const [was = [], is = []] = [before, after].map((one) => rowOf(one, 23)?.cells);
  expect(is.map((cell, index) => cell === was[index])).toEqual(is.map(({ kind }) => kind === 'free'));
  // Each row is in its group, too: the grid looks for it there.
  expect(after.groups.flatMap(({ rows }) => rows).every((row, index) => row === after.rows[index])).toBe(true);
});

test('cells after a bar that became longer or shorter are the same objects', () => {
  const layOut = boardLayout();
  const cellsOf = (bookings: ReturnType<typeof booking>[]) =>
    layOut(sampleBoard({ bookings }), NOW).rows.find(({ court }) => court.id === 23)?.cells ?? [];
  const first = booking({ group: '8', minute: 1080 });
  const short = cellsOf([first]);
  const long = cellsOf([first, booking({ order: '2', group: '8' })]);
  expect(long.map(({ minute, span }) => [minute, span])).toEqual([
    [1020, 1],
    [1080, 2],
    [1200, 1],
    [1260, 1],
  ]);
  expect(long.map((cell) => short.indexOf(cell))).toEqual([0, -1, 3, 4]);
  expect(cellsOf([first]).map((cell) => long.indexOf(cell))).toEqual([0, -1, -1, 2, 3]);
});

test('during the change of players the running hour is on, but not for sale any more', () => {
  const { columns, rows } = model({ bookings: [booking({ minute: 1080 })] }, Date.parse(sampleInstant(1135)));
  expect(columns[1]).toMatchObject({ phase: 'now', free: 0, taken: 1, isPriced: false });
  expect(columns[2]).toMatchObject({ phase: 'ahead', free: 3, isPriced: true });
  expect(rows.map((row) => cellAt(row, 1)).map((cell) => [cell?.kind, cell?.phase])).toEqual([
    ['free', 'past'],
    ['free', 'past'],
    ['booking', 'now'],
  ]);
});

test('every court has every hour once', () => {
  const changes = {
    bookings: [booking(), booking({ order: '2', court: 21, minute: 1020, minutes: 120 })],
    blocks: [{ id: '5', court: 22, minute: 1080, minutes: 180, reason: 'Net repair' }],
  };
  for (const { cells: row } of model(changes).rows) {
    expect(row.reduce((columns, { span }) => columns + span, 0)).toBe(5);
    expect(row.map(({ column }) => column)).toEqual(row.map((_, index) => columnsBefore(row, index)));
  }
});

/** The number of columns before a cell of a row. */
function columnsBefore(row: readonly Cell[], index: number): number {
  return row.slice(0, index).reduce((columns, { span }) => columns + span, 0);
}

test('outdoor courts stand before indoor ones, and a venue with one kind has one group', () => {
  const { groups, rows } = model({ courts: sampleBoard().courts.toReversed() });
  expect(groups.map(({ type, rows: own }) => [type, own.length])).toEqual([
    ['OUTDOOR', 2],
    ['INDOOR', 1],
  ]);
  expect(rows.map(({ court }) => court.number)).toEqual([2, 1, 3]);
  const indoor = sampleBoard().courts.filter(({ type }) => type === 'INDOOR');
  expect(model({ courts: indoor }).groups).toHaveLength(1);
});

describe('neighbouring bookings', () => {
  const hours = (...changes: Parameters<typeof booking>[0][]) =>
    bars({ bookings: changes.map((change, index) => booking({ order: String(index + 1), ...change })) });

  test('of one group on one court are one bar', () => {
    const [bar, ...others] = hours({ group: '8' }, { group: '8', minute: 1200, due_paise: 85_000, paid_paise: 0 });
    expect(others).toEqual([]);
    expect(bar && place(bar)).toEqual([3, 2, 2]);
    expect(bar).toMatchObject({ state: 'due', due_paise: 85_000, kept_paise: 100_000, minutes: 120, part: null });
  });

  test('without a group, of two groups, on two courts or with an hour between stay apart', () => {
    expect(hours({}, { minute: 1200 })).toHaveLength(2);
    expect(hours({ group: '8' }, { group: '9', minute: 1200 })).toHaveLength(2);
    expect(hours({ group: '8' }, { group: '8', minute: 1200, court: 22 })).toHaveLength(2);
    expect(hours({ group: '8' }, { group: '8', minute: 1260 })).toHaveLength(2);
  });

  test('of one group are counted over the courts in their order', () => {
    const parts = hours({ group: '8', court: 23 }, { group: '8', court: 21 }, { group: '8', court: 22 });
    expect(parts.map(({ court, part }) => [court.number, part?.number, part?.of])).toEqual([
      [1, 1, 3],
      [2, 2, 3],
      [3, 3, 3],
    ]);
  });

  test('are here as soon as the player has arrived for one of them', () => {
    const [bar] = hours({ group: '8', attendance: 'arrived', minute: 1020 }, { group: '8', minute: 1080 });
    expect(bar?.state).toBe('on_court');
    const [absent] = hours({ group: '8', attendance: 'absent', minute: 1020 }, { group: '8', minute: 1080 });
    expect(absent?.state).toBe('late');
  });
});

test('free hours count as for sale only if they have a price and are not over', () => {
  const prices = [
    [1, 1, 1, 1, 1],
    [1, 1, null, 1, 1],
    [1, 1, 1, 1, 1],
  ];
  const { columns, forSale, nowColumn } = model({ prices_paise: prices, bookings: [booking({ minute: 1200 })] });
  expect(columns.map(({ free }) => free)).toEqual([0, 3, 2, 2, 3]);
  expect(columns.map(({ taken }) => taken)).toEqual([0, 0, 0, 1, 0]);
  expect(columns.map(({ phase }) => phase)).toEqual(['past', 'now', 'ahead', 'ahead', 'ahead']);
  expect([forSale, nowColumn]).toEqual([10, 1]);
});

test('an hour is priced if a court has a price then, also if that court is taken', () => {
  const prices = [
    [null, 1, null, null, 1],
    [null, 1, null, 1, 1],
    [null, 1, 1, null, 1],
  ];
  const { columns } = model({ prices_paise: prices, bookings: [booking({ minute: 1140 })] });
  expect(columns.map(({ free, isPriced }) => [free, isPriced])).toEqual([
    [0, false],
    [3, true],
    [0, true],
    [1, true],
    [3, true],
  ]);
});

test('the games that are on and the late players are counted', () => {
  const bookings = [
    booking({ order: '1', court: 21, minute: 1080, attendance: 'arrived' }),
    booking({ order: '2', court: 22, minute: 1080 }),
    booking({ order: '3', court: 23, minute: 1080, attendance: 'absent' }),
  ];
  expect(model({ bookings })).toMatchObject({ playing: 1, late: 1 });
});

const hold = {
  court: 22,
  minute: 1140,
  minutes: 60,
  since: sampleInstant(1100),
  until: sampleInstant(1110),
  paying: true,
};

test('a hold is on the board until it expires', () => {
  const kindAt = (now: number) => cellAt(model({ holds: [hold] }, now).rows[1], 2)?.kind;
  expect(kindAt(NOW)).toBe('hold');
  expect(kindAt(Date.parse(hold.until) - 1)).toBe('hold');
  expect(kindAt(Date.parse(hold.until))).toBe('free');
});

test('a booking replaces an older hold of the same hour', () => {
  expect(cellAt(model({ holds: [{ ...hold, court: 23 }], bookings: [booking()] }).rows[2], 2)?.kind).toBe('booking');
});

test('cancelled bookings leave the board, and the cell that they had knows them', () => {
  const gone = { order: '1', court: 23, minute: 1140, name: 'Om Parmar', at: sampleInstant(900) };
  const waiting = booking({ order: '2', status: 'cancel_requested', name: 'Devang Raval' });
  const cell = cellAt(model({ cancelled: [gone], bookings: [waiting] }).rows[2], 2);
  expect(cell?.kind).toBe('free');
  expect(cell?.cancelled.map(({ name }) => name)).toEqual(['Om Parmar', 'Devang Raval']);
  expect(cellAt(model({ cancelled: [gone] }).rows[2], 3)?.cancelled).toEqual([]);
});

test('half hours are columns of their own, and an hour covers two', () => {
  const starts = [1080, 1110, 1140, 1170].map((minute) => ({ minute, at: sampleInstant(minute) }));
  const half = { starts, slot_minutes: 30, prices_paise: [], bookings: [booking({ minutes: 60 })] };
  expect(bars(half).map(place)).toEqual([[3, 2, 2]]);
  expect(model(half).columns.map(({ phase }) => phase)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
});

test('a gap between the hours of a day belongs to neither', () => {
  const starts = [1020, 1200].map((minute) => ({ minute, at: sampleInstant(minute) }));
  expect(model({ starts, prices_paise: [] }).nowColumn).toBe(-1);
});

describe('a closed court', () => {
  const block = { id: '5', court: 21, minute: 1080, minutes: 180, reason: 'Rain' };
  const lost = {
    order: '7',
    court: 21,
    minute: 1140,
    minutes: 60,
    name: 'Rohan Mehta',
    offer: 'open' as const,
    called: false,
    goes_back: false,
    new: null,
  };
  const ofCourt1 = (changes: Parameters<typeof model>[0]) =>
    cells(changes)
      .filter(({ court, column }) => court.id === 21 && column > 0)
      .map((cell) => [cell.kind, cell.minute, cell.minutes]);

  test('shows the booking that lost it, and the closed time before and after that', () => {
    expect(ofCourt1({ blocks: [block], displaced: [lost] })).toEqual([
      ['block', 1080, 60],
      ['displaced', 1140, 60],
      ['block', 1200, 60],
      ['free', 1260, 60],
    ]);
  });

  test('names its closure in each part', () => {
    const parts = cells({ blocks: [block], displaced: [lost] }).flatMap((cell) =>
      cell.kind === 'block' || cell.kind === 'displaced' ? [cell.closure] : [],
    );
    expect(parts).toEqual(['5', '5', '5']);
  });

  test('that is open again is for sale, and knows the booking that was there', () => {
    expect(ofCourt1({ displaced: [lost] }).map(([kind]) => kind)).toEqual(['free', 'free', 'free', 'free']);
    const was = cells({ displaced: [lost] }).flatMap(({ cancelled }) => cancelled);
    expect(was.map(({ name }) => name)).toEqual(['Rohan Mehta']);
  });
});
