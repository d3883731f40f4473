import { expect, test } from 'vitest';
import { sampleInstant } from '@/testing/desk-server';
import { movedGame, newGame, sampleClosed, sampleGame } from './closure.test-kit';
import { watchModel } from './watch-model';

const at = (minute: number) => ({ minute, starts_at: sampleInstant(minute) });
const refund = (amount_paise: number) => [
  { amount_paise, at_desk: false, status: 'approved' as const, given_back_by: null },
];

test('the first of the open bookings is the one whose game is first', () => {
  const { open } = watchModel({
    bookings: [sampleClosed({ order: '1', ...at(1200) }), sampleClosed({ order: '2', ...at(1140) })],
  });
  expect(open.map(({ order }) => order)).toEqual(['2', '1']);
});

test('open, moved and ended bookings are told apart, and those of which money goes back', () => {
  const { open, moved, ended, money } = watchModel({
    bookings: [
      sampleClosed({ order: 'open' }),
      sampleClosed({ order: 'moved', game: movedGame() }),
      sampleClosed({ order: 'wanted', game: sampleGame({ state: 'refunded', refunds: refund(100_000) }) }),
      sampleClosed({ order: 'expired', game: sampleGame({ state: 'expired', refunds: refund(100_000) }) }),
      sampleClosed({ order: 'begun', game: null, back_paise: 50_000 }),
      sampleClosed({ order: 'imported', game: null, imported_back_paise: 50_000 }),
      sampleClosed({ order: 'unpaid', game: sampleGame({ state: 'expired', paid_paise: 0 }) }),
      sampleClosed({ order: 'too little', game: sampleGame({ state: 'refunded', paid_paise: 40 }) }),
      sampleClosed({ order: 'begun unpaid', game: null }),
    ],
  });
  const orders = [open, moved, ended, money].map((part) => part.map(({ order }) => order));
  const back = ['wanted', 'expired', 'begun', 'imported'];
  expect(orders).toEqual([['open'], ['moved'], [...back, 'unpaid', 'too little', 'begun unpaid'], back]);
});

test('a game that was moved and cancelled since is not moved, and nothing of it is kept by moving', () => {
  const off = { ...movedGame(), new: { ...newGame(), is_cancelled: true } };
  const { moved, cancelled, ended, kept_paise } = watchModel({
    bookings: [sampleClosed({ order: 'plays', game: movedGame() }), sampleClosed({ order: 'off', game: off })],
  });
  const orders = [moved, cancelled, ended].map((part) => part.map(({ order }) => order));
  expect(orders).toEqual([['plays'], ['off'], []]);
  expect(kept_paise).toBe(100_000);
});

test('the costs are exact to the paisa and add up to what was paid', () => {
  const bookings = [
    sampleClosed({ order: '1', game: sampleGame({ paid_paise: 33_333 }) }),
    sampleClosed({ order: '2', game: { ...movedGame(0, refund(1)), paid_paise: 100_000 } }),
    sampleClosed({ order: '3', game: sampleGame({ state: 'refunded', paid_paise: 7, refunds: refund(7) }) }),
    sampleClosed({ order: '4', game: null, back_paise: 12_345 }),
    // What was imported as paid has no refund.
    sampleClosed({ order: '5', game: sampleGame({ state: 'expired', paid_paise: 900, imported_back_paise: 900 }) }),
    sampleClosed({ order: '6', game: null, imported_back_paise: 60 }),
  ];
  const { kept_paise, back_paise, open_paise } = watchModel({ bookings });
  expect([kept_paise, back_paise, open_paise]).toEqual([100_000, 1 + 7 + 12_345 + 900 + 60, 33_333]);
  expect(kept_paise + back_paise + open_paise).toBe(33_333 + 100_001 + 7 + 12_345 + 900 + 60);
});

test('each player is counted once, also if only one of their games has an offer or their games have other names', () => {
  const { players } = watchModel({
    bookings: [
      sampleClosed({ order: '1' }),
      sampleClosed({ order: '2', court: 22, link: null, game: null, name: 'Kavya Iyer' }),
      sampleClosed({ order: '3', player: '215508419937', phone: null, link: null, name: 'Guest' }),
      sampleClosed({ order: '4', player: '330182664705', phone: null, link: null, name: 'Guest' }),
    ],
  });
  expect(players).toBe(3);
});
