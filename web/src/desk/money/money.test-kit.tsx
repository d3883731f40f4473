import { screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { SAMPLE_DAY, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { forgetToasts } from '@/testing/toasts';
import { withMe } from '@/testing/with-me';
import type { CountedShift, DayMoney, DeskPayment, DeskRefund, OpenShift } from '@/desk/api/money';
import { moneySearch } from '@/desk/lib/search';
import { MoneyPage } from './MoneyPage';

export const ME = 'GET /api/desk/me';
export const MONEY = 'GET /api/desk/venues/{venue}/money';
export const DRAWER = 'GET /api/desk/venues/{venue}/shift';
export const COUNT = 'POST /api/desk/shifts/{shift}/count';
export const CLOSE = 'POST /api/desk/shifts/{shift}/close';
export const FLOAT = 'POST /api/desk/venues/{venue}/shifts';

const paid_for = { order: '4820193756', name: 'Rohan Mehta', court: 'Court 3', day: SAMPLE_DAY, minute: 1140 };

/** ₹850 in cash, taken at 6:20 PM. */
export function samplePayment(changes: Partial<DeskPayment> = {}): DeskPayment {
  return {
    id: '4711',
    qr: null,
    at: sampleInstant(1100),
    way: 'cash',
    received_paise: 85_000,
    by: 'Nisha Trivedi',
    by_id: '12',
    payer: null,
    reference: null,
    paid_for,
    orders: 1,
    receipt: 'D1/26-27/000123',
    to_match: false,
    void_reason: null,
    voided_by: null,
    goes_back: null,
    can_void: true,
    can_invoice: true,
    ...changes,
  };
}

/** ₹800 in cash that is still to be paid out. */
export function sampleRefund(changes: Partial<DeskRefund> = {}): DeskRefund {
  return {
    id: '88',
    payment: '4711',
    qr: null,
    has_credit_note: true,
    way: 'cash',
    amount_paise: 80_000,
    paid_for,
    round_up_paise: 0,
    paid_out_at: null,
    paid_out_by: null,
    ...changes,
  };
}

export function sampleDayMoney(changes: Partial<DayMoney> = {}): DayMoney {
  return {
    day: SAMPLE_DAY,
    ways: [{ way: 'cash', taken_paise: 85_000, returned_paise: 0 }],
    due_paise: 340_000,
    due_bookings: 4,
    to_match_paise: 0,
    payments: [samplePayment()],
    refunds: [],
    shifts: [],
    movements: [],
    ...changes,
  };
}

/** A shift that began with ₹2,000 at 2 PM. */
export function sampleShift(changes: Partial<OpenShift> = {}): OpenShift {
  return {
    id: '12',
    opened_at: sampleInstant(840),
    kept_by: 'Nisha Trivedi',
    is_usable: true,
    opening_paise: 200_000,
    expected_paise: null,
    movements: [],
    ...changes,
  };
}

/** A shift that was counted ₹100 short at 1 PM, and not closed. */
export function sampleCounted(changes: Partial<CountedShift> = {}): CountedShift {
  return {
    id: '11',
    opened_at: sampleInstant(360),
    counted_at: sampleInstant(780),
    counted_by: 'Nisha Trivedi',
    counted_by_id: '12',
    opening_paise: 200_000,
    expected_paise: 500_000,
    counted_paise: 490_000,
    notes: [],
    coins: 4_900,
    reason: null,
    reviewed_by: null,
    cash_without_network: [],
    ...changes,
  };
}

const clerk = {
  ...sampleMe,
  staff: { ...sampleMe.staff, role: 'desk' as const },
  permissions: {
    'board.read': 'yes',
    'payment.take': 'yes',
    'payment.void': 'yes',
    'refund.cash': 'yes',
    'shift.own': 'yes',
  },
};

/** The same person as a manager. */
export const manager = {
  ...sampleMe,
  permissions: { ...clerk.permissions, 'shift.others': 'yes', 'shift.see_expected': 'yes' },
};

/** Prepares each test of a file: 6:24 PM, empty local storage, no toasts. */
export function prepareEach(): void {
  beforeEach(() => {
    vi.setSystemTime(sampleInstant(1104));
    localStorage.clear();
    forgetToasts();
  });
  afterEach(() => vi.unstubAllGlobals());
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

/** Opens the money of a day as a clerk; `replies` replaces single replies of the server. */
export function openMoney(replies: DeskReplies = {}, search = '') {
  const log = serveDesk({
    [ME]: () => clerk,
    [MONEY]: () => sampleDayMoney(),
    [DRAWER]: () => ({ shift: sampleShift(), upi: null, provider_qr: false }),
    ...replies,
  });
  const view = renderScreen({
    path: '/v/$venue/money',
    component: withMe(MoneyPage),
    search: moneySearch,
    at: `/v/1/money${search}`,
  });
  return { ...view, calls: (call: string) => log.filter((request) => request.call === call) };
}
