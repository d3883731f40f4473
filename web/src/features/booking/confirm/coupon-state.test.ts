import { describe, expect, it } from 'vitest';
import { appliedCode, type CouponEvent, type CouponState, nextCoupon, noCoupon, totalWith } from './coupon-state';

function after(...events: CouponEvent[]): CouponState {
  return events.reduce(nextCoupon, noCoupon);
}

const typed: CouponEvent = { type: 'typed', code: ' WELCOME50 ' };
const accepted: CouponEvent = { type: 'accepted', code: 'WELCOME50', total: 750, discount: 50 };

describe('the coupon', () => {
  it('asks for a code when there is none or only spaces', () => {
    expect(after({ type: 'asked' })).toMatchObject({
      step: 'open',
      message: 'Please enter a coupon code.',
    });
    expect(after({ type: 'typed', code: '   ' }, { type: 'asked' })).toMatchObject({
      step: 'open',
      message: 'Please enter a coupon code.',
    });
  });

  it('is applied when the server accepts it, and changes the total', () => {
    const state = after(typed, { type: 'asked' }, accepted);
    expect(state).toEqual({ step: 'applied', code: 'WELCOME50', total: 750, discount: 50 });
    expect(totalWith(state, 800)).toBe(750);
    expect(appliedCode(state)).toBe('WELCOME50');
  });

  it('shows the server’s words when it is refused, or ours', () => {
    expect(after(typed, { type: 'asked' }, { type: 'refused', message: 'Not for this venue.' })).toMatchObject({
      step: 'open',
      code: 'WELCOME50',
      message: 'Not for this venue.',
    });
    expect(after(typed, { type: 'asked' }, { type: 'refused', message: null })).toMatchObject({
      message: 'Invalid coupon code.',
    });
  });

  it('can be tried again after a network failure', () => {
    const state = after(typed, { type: 'asked' }, { type: 'unreachable' });
    expect(state).toMatchObject({
      step: 'open',
      code: 'WELCOME50',
      message: 'Failed to apply coupon. Try again.',
    });
    expect(nextCoupon(state, { type: 'asked' })).toMatchObject({ step: 'checking' });
  });

  it('goes back to the original total when it is removed', () => {
    const state = after(typed, { type: 'asked' }, accepted, { type: 'removed' });
    expect(state).toEqual(noCoupon);
    expect(totalWith(state, 800)).toBe(800);
    expect(appliedCode(state)).toBe('');
  });

  it('is taken back when the confirmation refuses it', () => {
    const state = after(typed, { type: 'asked' }, accepted, {
      type: 'withdrawn',
      message: 'Used up.',
    });
    expect(state).toEqual({ step: 'open', code: '', message: 'Used up.' });
    expect(totalWith(state, 800)).toBe(800);
  });

  it('cannot be typed over while it is checked or applied', () => {
    const other: CouponEvent = { type: 'typed', code: 'OTHER' };
    expect(after(typed, { type: 'asked' }, other)).toMatchObject({
      step: 'checking',
      code: 'WELCOME50',
    });
    expect(after(typed, { type: 'asked' }, accepted, other)).toMatchObject({
      step: 'applied',
      code: 'WELCOME50',
    });
  });

  it('ignores an answer that comes late', () => {
    expect(after(typed, { type: 'asked' }, { type: 'removed' }, accepted)).toEqual(noCoupon);
    const second = after(
      typed,
      { type: 'asked' },
      { type: 'removed' },
      { type: 'typed', code: 'DINK10' },
      { type: 'asked' },
    );
    expect(nextCoupon(second, accepted)).toMatchObject({ step: 'checking', code: 'DINK10' });
  });

  it('forgets its complaint as soon as the player types', () => {
    expect(after({ type: 'asked' }, { type: 'typed', code: 'D' })).toEqual({
      step: 'open',
      code: 'D',
      message: null,
    });
  });
});
