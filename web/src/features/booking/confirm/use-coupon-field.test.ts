import { act, renderHook } from '@testing-library/react';
import type { FormEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type CouponState, noCoupon } from './coupon-state';
import { useCouponField } from './use-coupon-field';

const applied: CouponState = { kind: 'applied', code: 'WELCOME50', total: 750, discount: 50 };

/** Sets whether the screen is large enough to show the field unfolded. */
const setRoomy = (matches: boolean) =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as unknown as MediaQueryList);

function render(coupon: CouponState, isLocked = false) {
  const onApply = vi.fn();
  const { result } = renderHook(() => useCouponField({ coupon, isLocked, onApply }));
  const submit = () => result.current.submit({ preventDefault: () => {} } as FormEvent);
  return { field: () => result.current, submit, onApply };
}

beforeEach(() => void setRoomy(false));

test('a phone unfolds the field on request; a larger screen shows it at once', () => {
  const { field } = render(noCoupon);
  expect(field().isOpen).toBe(false);
  act(() => field().unfold());
  expect(field().isOpen).toBe(true);
  setRoomy(true);
  expect(render(noCoupon).field().isOpen).toBe(true);
});

test('a code, a message or an applied coupon shows the field everywhere', () => {
  expect(render({ kind: 'open', code: 'D', message: null }).field().isOpen).toBe(true);
  expect(render({ kind: 'open', code: '', message: 'Used up.' }).field()).toMatchObject({
    isOpen: true,
    error: 'Used up.',
  });
  expect(render(applied).field()).toMatchObject({ isOpen: true, isApplied: true, error: undefined });
});

test('the field stays when its code is deleted or its coupon is removed', () => {
  for (const first of [{ kind: 'open', code: 'D', message: null }, applied] as const) {
    let coupon: CouponState = first;
    const { result, rerender } = renderHook(() => useCouponField({ coupon, isLocked: false, onApply: () => {} }));
    coupon = noCoupon;
    rerender();
    expect(result.current.isOpen).toBe(true);
  }
});

test('Enter applies an open code only', () => {
  const open = render({ kind: 'open', code: 'DINK10', message: null });
  open.submit();
  expect(open.onApply).toHaveBeenCalledTimes(1);
  for (const [coupon, isLocked] of [
    [applied, false],
    [{ kind: 'checking', code: 'DINK10', message: null }, false],
    [noCoupon, true],
  ] as const) {
    const { submit, onApply } = render(coupon, isLocked);
    submit();
    expect(onApply).not.toHaveBeenCalled();
  }
});
