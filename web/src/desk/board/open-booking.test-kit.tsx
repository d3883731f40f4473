import { screen } from '@testing-library/react';
import {
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleBookingPayment,
  sampleInstant,
  sampleMe,
  type DeskReplies,
} from '@/testing/desk-server';
import { BOARD, open } from './new-booking.test-kit';

export const ME = 'GET /api/desk/me';
export const BOOKING = 'GET /api/desk/bookings/{order}';
export const TAKE = 'POST /api/desk/venues/{venue}/payments';
export const FLOAT = 'POST /api/desk/venues/{venue}/shifts';

export const APPROVERS = 'GET /api/desk/venues/{venue}/approvers';
/** The colleague who can approve. */
export const approvers = {
  pin_limit_paise: 200_000,
  people: [{ id: '21', name: 'Devang Shah', role: 'owner' as const, has_pin: true, has_app: true, has_passkey: false }],
};

/** The booking that is open. */
export const ORDER = '4820193756';
/** The bar of that booking on the board, with ₹850 due. */
export const due = sampleBoardBooking({ due_paise: 85_000, paid_paise: 0, version: 7 });
export const permissions = {
  'board.read': 'yes',
  'attendance.mark': 'yes',
  'payment.take': 'yes',
  'payment.void': 'yes',
  'refund.cash': 'yes',
};

interface Line {
  order: string;
  version: number;
  amount_paise: number;
}
export const linesOf = (body: Record<string, unknown> | null) => body?.['lines'] as Line[];
export const sumOf = (body: Record<string, unknown> | null) =>
  linesOf(body).reduce((sum, { amount_paise }) => sum + amount_paise, 0);

/** Opens the board with the booking open, at a server that takes money for it. */
export function openCounter(replies: DeskReplies = {}, start = sampleBooking({ due_paise: 85_000 }), bookings = [due]) {
  let booking = start;
  return open(
    {
      [ME]: () => ({ ...sampleMe, permissions }),
      [BOARD]: () => sampleBoard({ bookings }),
      [BOOKING]: () => booking,
      [TAKE]: ({ body }) => {
        const own = linesOf(body).find(({ order }) => order === ORDER);
        const amount = own?.amount_paise ?? 0;
        const due_paise = booking.due_paise - amount;
        const version = booking.version + 1;
        const at = sampleInstant(1104 + version);
        const id = String(4711 + booking.payments.length);
        const payment = sampleBookingPayment({ id, at, amount_paise: amount, by: 'Nisha Trivedi', by_id: '12' });
        booking = {
          ...booking,
          version,
          due_paise,
          paid_paise: booking.paid_paise + amount,
          payments: [...booking.payments, payment],
          history: [...booking.history, { at, what: 'paid', by: 'Nisha Trivedi', details: {} }],
        };
        const received_paise = due_paise === 0 ? sumOf(body) - (sumOf(body) % 100) : sumOf(body);
        const paid = linesOf(body).map(({ order, version: before, amount_paise }) => {
          const rest = order === ORDER ? due_paise : 85_000 - amount_paise;
          return { order, version: before + 1, due_paise: rest };
        });
        return [201, { payment: '4711', receipt: 'D1/26-27/000123', received_paise, bookings: paid }];
      },
      ...replies,
    },
    `?open=${ORDER}`,
  );
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** The form that takes money. */
export const moneyForm = () => screen.findByRole('form', { name: 'Take money' });
