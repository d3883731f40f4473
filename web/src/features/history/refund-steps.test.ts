import { describe, expect, test } from 'vitest';
import { refundSteps, refundText, type Refund } from './refund-steps';

const ZONE = 'Asia/Kolkata';
const NOW = Date.parse('2026-11-21T13:30:00Z');

function refund(over: Partial<Refund> = {}): Refund {
  return {
    status: 'approved',
    amount: 770,
    reason: 'cancelled',
    approved_at: '2026-11-21T13:30:00Z',
    due_at: '2026-11-27T05:30:00Z',
    issued_at: null,
    ended_at: null,
    at_desk: false,
    given_back_by: null,
    ...over,
  };
}

const issued = { due_at: null, issued_at: '2026-11-27T05:30:02Z' };

describe('the steps of a refund', () => {
  test.each([
    ['approved', refund(), ['done', 'ahead', 'ahead'], ['Sat, 21 Nov', 'Fri, 27 Nov', null]],
    [
      'issued',
      refund({ status: 'issued', ...issued }),
      ['done', 'done', 'ahead'],
      ['Sat, 21 Nov', 'Fri, 27 Nov', null],
    ],
    [
      'processed',
      refund({ status: 'processed', ...issued, ended_at: '2026-11-27T19:30:00Z' }),
      ['done', 'done', 'done'],
      // 7:30 PM in London is already the next day in India.
      ['Sat, 21 Nov', 'Fri, 27 Nov', 'Sat, 28 Nov'],
    ],
    [
      'failed',
      refund({ status: 'failed', ...issued, ended_at: '2026-11-27T06:30:00Z' }),
      ['done', 'failed', 'ahead'],
      ['Sat, 21 Nov', 'Fri, 27 Nov', null],
    ],
  ])('have the states and days of a refund that is %s', (_, refund, states, days) => {
    const steps = refundSteps(refund, ZONE, NOW);
    expect(steps.map(({ state }) => state)).toEqual(states);
    expect(steps.map(({ day }) => day)).toEqual(days);
  });
});

test('the steps of a refund of an earlier year have their year', () => {
  const old = refund({ status: 'processed', ...issued, ended_at: '2026-12-31T19:30:00Z' });
  // In India the bank credited it on the first day of 2027.
  const days = refundSteps(old, ZONE, Date.parse('2027-02-01T05:30:00Z')).map(({ day }) => day);
  expect(days).toEqual(['Sat, 21 Nov 2026', 'Fri, 27 Nov 2026', 'Fri, 1 Jan']);
});

test('a refund that the venue gave back itself has no step of a bank', () => {
  const given = refund({ status: 'processed', given_back_by: 'cash', ...issued, ended_at: '2026-11-28T06:30:00Z' });
  const steps = refundSteps(given, ZONE, NOW);
  expect(steps.map(({ name, day }) => [name, day])).toEqual([
    ['Promised', 'Sat, 21 Nov'],
    ['Given back', 'Sat, 28 Nov'],
  ]);
  expect(refundText(given, ZONE, NOW)).toBe('₹770 was given back to you in cash.');
});

test('a refund that waits at the desk is not called sent', () => {
  const waiting = refund({ at_desk: true, due_at: null });
  expect(refundSteps(waiting, ZONE, NOW).map(({ name, state }) => [name, state])).toEqual([
    ['Promised', 'done'],
    ['Given back', 'ahead'],
  ]);
  expect(refundText(waiting, ZONE, NOW)).toBe('₹770 waits for you at the desk. Show your order number there.');
});

describe('the text of a refund', () => {
  test('names its day, or says now if the day has come', () => {
    expect(refundText(refund(), ZONE, NOW)).toBe('₹770 goes back on Fri, 27 Nov to what you paid with.');
    const due = Date.parse('2026-11-27T05:30:00Z');
    expect(refundText(refund(), ZONE, due)).toBe('₹770 is being sent back to what you paid with.');
  });

  test('has a sentence of its own for each state, with the amount', () => {
    const states = ['approved', 'issued', 'processed', 'failed'] as const;
    const texts = states.map((status) => refundText(refund({ status }), ZONE, NOW));
    expect(new Set(texts).size).toBe(4);
    expect(texts.every((sentence) => sentence.includes('₹770'))).toBe(true);
  });
});
