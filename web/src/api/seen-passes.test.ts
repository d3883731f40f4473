import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession, type SessionUser } from '@/lib/session';
import type { OrderInfo } from './order-info';
import { queryClient } from './query-client';
import { forgetPasses } from './forget-passes';
import { rememberPass, seenPass } from './seen-passes';

const NOW = Date.parse('2026-11-21T06:00:00Z');
const DAY_MILLISECONDS = 24 * 60 * 60_000;
const player = (customer_id: string): SessionUser => ({ customer_id, full_name: 'Asha', email: '', phone_no: '' });
const order = (orderid: string, more: Partial<OrderInfo> = {}) =>
  ({ orderid, status: 'confirmed', starts_at: '2026-11-22T13:30:00Z', ...more }) as OrderInfo;

beforeEach(() => {
  vi.setSystemTime(NOW);
  startSession('token-one', player('1'));
});
afterEach(() => {
  endSession();
  queryClient.clear();
});

describe('a stored pass', () => {
  test('is kept for the player who saw it', () => {
    rememberPass(order('4071553902'), NOW);
    expect(seenPass('#4071553902')).toEqual({ order: order('4071553902'), seenAt: NOW });
    expect(seenPass('1234567890')).toBeUndefined();
  });

  test('is removed when the player logs out, or another player logs in', () => {
    rememberPass(order('4071553902'), NOW);
    endSession();
    expect(localStorage.getItem('seen_passes')).toBeNull();
    startSession('token-one', player('1'));
    rememberPass(order('4071553902'), NOW);
    startSession('token-two', player('2'));
    expect(localStorage.getItem('seen_passes')).toBeNull();
  });

  test('another player on the same phone sees nothing, whatever was left behind', () => {
    rememberPass(order('4071553902'), NOW);
    const left = localStorage.getItem('seen_passes') ?? '';
    startSession('token-two', player('2'));
    localStorage.setItem('seen_passes', left);
    expect(seenPass('4071553902')).toBeUndefined();
    rememberPass(order('2222222222'), NOW);
    expect(localStorage.getItem('seen_passes')).not.toContain('4071553902');
  });

  test('is removed once its order is no longer booked', () => {
    rememberPass(order('4071553902'), NOW);
    rememberPass(order('4071553902', { status: 'cancelled' }), NOW);
    expect(seenPass('4071553902')).toBeUndefined();
  });

  test('is one of at most eight, those that were stored last', () => {
    for (let number = 1; number <= 9; number += 1) rememberPass(order(`400000000${number}`), NOW);
    expect(seenPass('4000000001')).toBeUndefined();
    expect(seenPass('4000000002')).toBeDefined();
    expect(seenPass('4000000009')).toBeDefined();
  });

  test('is removed when it is looked for a day after its game, and not stored again', () => {
    const old = order('4071553902');
    rememberPass(old, NOW);
    vi.setSystemTime(Date.parse(old.starts_at) + DAY_MILLISECONDS - 1);
    expect(seenPass('4071553902')).toBeDefined();
    vi.setSystemTime(Date.parse(old.starts_at) + DAY_MILLISECONDS);
    expect(seenPass('4071553902')).toBeUndefined();
    expect(localStorage.getItem('seen_passes')).toBeNull();
    rememberPass(old);
    expect(localStorage.getItem('seen_passes')).toBeNull();
  });

  test('is kept until a day after its game by the clock of the server, if that of the device is days ahead', () => {
    const ahead = 3 * DAY_MILLISECONDS;
    const seen = order('4071553902', { server_time: new Date(NOW).toISOString() });
    rememberPass(seen, NOW + ahead);
    const until = Date.parse(seen.starts_at) + DAY_MILLISECONDS + ahead;
    vi.setSystemTime(until - 1);
    expect(seenPass('4071553902')).toBeDefined();
    vi.setSystemTime(until);
    expect(seenPass('4071553902')).toBeUndefined();
  });

  test('is ignored if the stored text has another form', () => {
    const pass = { order: order('4071553902'), seenAt: NOW };
    const texts = [
      '',
      '{',
      '[]',
      'null',
      '{"form":1,"customer":"1"}',
      JSON.stringify({ form: 0, customer: '1', passes: [pass] }),
      '{"form":1,"customer":"1","passes":[{}]}',
    ];
    const believed = texts.filter((text) => {
      localStorage.setItem('seen_passes', text);
      return seenPass('4071553902') !== undefined;
    });
    expect(believed).toEqual([]);
    forgetPasses();
  });
});
