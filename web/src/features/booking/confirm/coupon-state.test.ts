import { describe, expect, test } from 'vitest';
import { appliedCode, type CouponEvent, type CouponState, nextCoupon, noCoupon, totalWith } from './coupon-state';

function after(...events: CouponEvent[]): CouponState {
  return events.reduce(nextCoupon, noCoupon);
}

const typed: CouponEvent = { kind: 'typed', code: ' WELCOME50 ' };
const accepted: CouponEvent = { kind: 'accepted', code: 'WELCOME50', total: 750, discount: 50 };

describe('the coupon', () => {
  test('asks for a code when there is none or only spaces', () => {
    expect(after({ kind: 'submitted' })).toMatchObject({
      kind: 'open',
      message: 'Please enter a coupon code.',
    });
    expect(after({ kind: 'typed', code: '   ' }, { kind: 'submitted' })).toMatchObject({
      kind: 'open',
      message: 'Please enter a coupon code.',
    });
  });

  test('is applied when the server accepts it, and changes the total', () => {
    const state = after(typed, { kind: 'submitted' }, accepted);
    expect(state).toEqual({ kind: 'applied', code: 'WELCOME50', total: 750, discount: 50 });
    expect(totalWith(state, 800)).toBe(750);
    expect(appliedCode(state)).toBe('WELCOME50');
  });

  test('shows the server’s message when it is refused, or a default one', () => {
    expect(after(typed, { kind: 'submitted' }, { kind: 'refused', message: 'Not for this venue.' })).toMatchObject({
      kind: 'open',
      code: 'WELCOME50',
      message: 'Not for this venue.',
    });
    expect(after(typed, { kind: 'submitted' }, { kind: 'refused', message: null })).toMatchObject({
      message: 'Invalid coupon code.',
    });
  });

  test('can be tried again after a network failure', () => {
    const state = after(typed, { kind: 'submitted' }, { kind: 'unreachable' });
    expect(state).toMatchObject({
      kind: 'open',
      code: 'WELCOME50',
      message: 'Failed to apply coupon. Try again.',
    });
    expect(nextCoupon(state, { kind: 'submitted' })).toMatchObject({ kind: 'checking' });
  });

  test('goes back to the original total when it is removed', () => {
    const state = after(typed, { kind: 'submitted' }, accepted, { kind: 'removed' });
    expect(state).toEqual(noCoupon);
    expect(totalWith(state, 800)).toBe(800);
    expect(appliedCode(state)).toBe('');
  });

  test('is removed when the confirmation refuses it', () => {
    const state = after(typed, { kind: 'submitted' }, accepted, {
      kind: 'withdrawn',
      message: 'Used up.',
    });
    expect(state).toEqual({ kind: 'open', code: '', message: 'Used up.' });
    expect(totalWith(state, 800)).toBe(800);
  });

  test('cannot be edited while it is checked or applied', () => {
    const other: CouponEvent = { kind: 'typed', code: 'OTHER' };
    expect(after(typed, { kind: 'submitted' }, other)).toMatchObject({
      kind: 'checking',
      code: 'WELCOME50',
    });
    expect(after(typed, { kind: 'submitted' }, accepted, other)).toMatchObject({
      kind: 'applied',
      code: 'WELCOME50',
    });
  });

  test('ignores a late acceptance of a code', () => {
    expect(after(typed, { kind: 'submitted' }, { kind: 'removed' }, accepted)).toEqual(noCoupon);
    const second = after(
      typed,
      { kind: 'submitted' },
      { kind: 'removed' },
      { kind: 'typed', code: 'DINK10' },
      { kind: 'submitted' },
    );
    expect(nextCoupon(second, accepted)).toMatchObject({ kind: 'checking', code: 'DINK10' });
  });

  test('clears its error message when the player types', () => {
    expect(after({ kind: 'submitted' }, { kind: 'typed', code: 'D' })).toEqual({
      kind: 'open',
      code: 'D',
      message: null,
    });
  });
});
