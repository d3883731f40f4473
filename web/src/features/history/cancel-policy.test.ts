import { describe, expect, test } from 'vitest';
import { cancelPolicy, cancelState, refundNote, refundParts } from './cancel-policy';

const ZONE = 'Asia/Kolkata';
const times = { starts_at: '2026-11-22T13:30:00Z', server_time: '2026-11-21T13:30:00Z' };

describe('cancelling', () => {
  test('is possible for a confirmed future game', () => {
    expect(cancelState({ status: 'confirmed', ...times })).toBe('can-cancel');
  });

  test('is not possible once the game has begun', () => {
    expect(cancelState({ status: 'confirmed', ...times, server_time: '2026-11-22T13:30:00Z' })).toBe('over');
  });

  test('is not offered for a requested or done cancellation', () => {
    expect(cancelState({ status: 'cancel_requested', ...times })).toBe('requested');
    expect(cancelState({ status: 'cancelled', ...times })).toBe('cancelled');
  });
});

describe('the cancellation policy, before the player confirms', () => {
  const order = {
    can_cancel: true,
    refund_amount: 0,
    refund_at_desk: 0,
    paid_amount: 0,
    bank_charge: 30,
    cancel_before: '2026-11-22T07:30:00Z',
  };

  test('names no cost for an unpaid booking', () => {
    expect(cancelPolicy(order, ZONE)).toEqual({
      text: 'You have not paid anything, so cancelling is free. You can cancel until Sun 22 Nov, 1:00 PM.',
      late: false,
    });
  });

  test('names the refund and the bank charge of a paid booking', () => {
    expect(cancelPolicy({ ...order, paid_amount: 800, refund_amount: 770 }, ZONE).text).toBe(
      'You paid ₹800. ₹770 comes back: the bank charge of ₹30 is kept. You can cancel until Sun 22 Nov, 1:00 PM.',
    );
  });

  test('names no bank charge if the operator keeps none', () => {
    expect(cancelPolicy({ ...order, bank_charge: 0, paid_amount: 800, refund_amount: 800 }, ZONE).text).toBe(
      'You paid ₹800. All of it comes back. You can cancel until Sun 22 Nov, 1:00 PM.',
    );
  });

  test('names neither as paid nor as kept what was rounded off in cash', () => {
    const none = { ...order, bank_charge: 0, paid_amount: 722.5, refund_amount: 722 };
    expect(cancelPolicy(none, ZONE).text).toContain('You paid ₹722. All of it comes back.');
    const little = { ...none, bank_charge: 0.5 };
    expect(cancelPolicy(little, ZONE).text).toContain('₹722 comes back: the bank charge of ₹0.50 is kept.');
  });

  test('says that all of a payment below a rupee is kept', () => {
    expect(cancelPolicy({ ...order, paid_amount: 0.4 }, ZONE).text).toContain(
      'You paid ₹0.40. ₹0 comes back: the bank charge of ₹0.40 is kept.',
    );
  });

  test('names what was paid, if a part was', () => {
    expect(cancelPolicy({ ...order, paid_amount: 100, refund_amount: 70 }, ZONE).text).toContain(
      'You paid ₹100. ₹70 comes back: the bank charge of ₹30 is kept.',
    );
  });

  test('names the day on which the refund is sent', () => {
    const paid = { ...order, paid_amount: 800, refund_amount: 770, refund_due: '2026-11-27T05:30:00Z' };
    expect(cancelPolicy(paid, ZONE).text).toContain('is kept. It is sent on Fri, 27 Nov. You can cancel');
  });

  test('says what of the refund waits at the desk, and not that it was paid there: it may have been imported as paid', () => {
    const paid = { ...order, paid_amount: 800, refund_amount: 770 };
    expect(cancelPolicy({ ...paid, refund_at_desk: 770, refund_due: null }, ZONE).text).toContain(
      'is kept. You get it back at the desk. You can cancel',
    );
    const parts = { ...paid, refund_at_desk: 200, refund_due: '2026-11-27T05:30:00Z' };
    expect(cancelPolicy(parts, ZONE).text).toContain(
      'It is sent on Fri, 27 Nov. You get ₹200 of it back at the desk. You can cancel',
    );
  });

  test('says until when cancelling was possible if the server allows it no more', () => {
    const { text, late } = cancelPolicy({ ...order, can_cancel: false }, ZONE);
    expect(late).toBe(true);
    expect(text).toMatch(/^The time to cancel this booking was until \w+ \d+ \w+, /);
  });
});

const NOTHING = { refund: 0, atDesk: 0, due: null };
const FRIDAY = '2026-11-27T05:30:00Z';

test('the note after a cancellation says what waits at the desk, and nothing of a transfer of it', () => {
  const atDesk = '₹770 waits for you at the desk. Show your order number there.';
  expect(refundNote({ paid_amount: 800 }, { refund: 770, atDesk: 770, due: null }, ZONE)).toBe(atDesk);
  const both = refundNote({ paid_amount: 800 }, { refund: 770, atDesk: 200, due: FRIDAY }, ZONE);
  expect(both).toContain("We'll refund ₹570 on Fri, 27 Nov;");
  expect(both).toContain('₹200 waits for you at the desk.');
});

test('nothing waits at the desk if all parts of a refund are sent, also if they have paise', () => {
  const refund = {
    status: 'approved',
    amount: 100.35,
    at_desk: false,
    given_back_by: null,
    reason: 'cancelled',
    approved_at: times.server_time,
    due_at: FRIDAY,
    issued_at: null,
    ended_at: null,
  } as const;
  const refunds = [refund, { ...refund, amount: 110.05 }];
  expect(refundParts({ refund_amount: 210.4, refund: null, refunds })).toEqual({ atDesk: 0, due: FRIDAY });
});

test('the note after a cancellation names the refund and its day', () => {
  expect(refundNote({ paid_amount: 0 }, NOTHING, ZONE)).toContain('nothing to refund');
  expect(refundNote({ paid_amount: 20 }, NOTHING, ZONE)).toBe(
    'You paid ₹20, which is kept as the bank charge, so nothing comes back.',
  );
  expect(refundNote({ paid_amount: 800 }, { ...NOTHING, refund: 770 }, ZONE)).toContain(
    "We'll refund ₹770 with the next weekly refunds; it should arrive within 2 business days.",
  );
  expect(refundNote({ paid_amount: 800 }, { ...NOTHING, refund: 770, due: FRIDAY }, ZONE)).toContain(
    "We'll refund ₹770 on Fri, 27 Nov; it should arrive within 2 business days.",
  );
});
