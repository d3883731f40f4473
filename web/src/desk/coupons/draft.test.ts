import { expect, test } from 'vitest';
import { sampleMe } from '@/testing/desk-server';
import type { Coupon } from './coupons';
import { couponFieldsOf, discountOf, draftOf, findErrors, newDraft, typedHundredths, type Draft } from './draft';

const TODAY = '2026-11-22';

function draft(changes: Partial<Draft> = {}): Draft {
  return { ...newDraft(sampleMe), code: 'diwali20', percent: '20', ...changes };
}

const flatCoupon: Coupon = {
  code: 'DIWALI50',
  state: 'running',
  percent_hundredths: null,
  flat_paise: 5_000,
  max_discount_paise: null,
  min_amount_paise: 0,
  from: null,
  until: null,
  venues: [1],
  total_limit: null,
  per_customer_limit: null,
  used: 0,
  was_used: false,
  given_paise: 0,
  note: null,
  is_in_file: true,
  made_at: null,
  made_by: null,
  stop: null,
  may_edit: true,
  may_stop: true,
  version: 1,
};

test('a new coupon of a manager is for the venues that can be booked, and not for a retired one', () => {
  const [first, ...others] = sampleMe.venues.map((venue) => ({ ...venue, is_retired: false }));
  if (first === undefined) throw new Error('the sample has no venue');
  const retired = { ...first, id: 99, is_retired: true };
  const manager = { ...sampleMe, staff: { ...sampleMe.staff, role: 'manager' as const } };
  expect(newDraft({ ...manager, venues: [first, ...others, retired] }).venues).toEqual(
    [first, ...others].map(({ id }) => id),
  );
});

test('a percentage is read to its hundredths', () => {
  expect(['20', '12.5', '0.01', '100 %', '7%'].map(typedHundredths)).toEqual([2_000, 1_250, 1, 10_000, 700]);
  expect(['', 'ten', '12.555', '-5', '1,5', '1000'].map(typedHundredths)).toEqual(Array(6).fill(null));
});

test('invalid fields get their codes', () => {
  expect(findErrors(draft(), TODAY)).toEqual({});
  expect(findErrors(draft({ code: 'DIWALI 20' }), TODAY)).toEqual({ code: 'letters_and_digits' });
  expect(findErrors(draft({ percent: '101' }), TODAY)).toEqual({ discount: 'range' });
  expect(findErrors(draft({ kind: 'flat', flat: '' }), TODAY)).toEqual({ discount: 'required' });
  expect(findErrors(draft({ kind: 'flat', flat: '1,00,001' }), TODAY)).toEqual({ discount: 'range' });
  expect(findErrors(draft({ most: '0', least: 'x' }), TODAY)).toEqual({
    max_discount_paise: 'range',
    min_amount_paise: 'range',
  });
  expect(findErrors(draft({ until: '2026-11-21' }), TODAY)).toEqual({ until: 'past' });
  expect(findErrors(draft({ from: '2026-12-02', until: '2026-12-01' }), TODAY)).toEqual({ until: 'before_from' });
  expect(findErrors(draft({ venues: [], limit: '0', limitOfOne: '1.5' }), TODAY)).toEqual({
    venues: 'required',
    total_limit: 'range',
    per_customer_limit: 'range',
  });
  expect(findErrors(draft({ note: 'x'.repeat(201) }), TODAY)).toEqual({ note: 'length' });
});

test('amounts of the operator’s file that the desk does not accept can stay, but not change', () => {
  const amounts = { flat_paise: 20_000_000, max_discount_paise: 0, min_amount_paise: 100_000_000 };
  const ofFile = { ...flatCoupon, ...amounts, until: '2026-11-30' };
  const later = { ...draftOf(ofFile), until: '2026-12-31' };
  expect(findErrors(later, TODAY, ofFile)).toEqual({});
  expect(couponFieldsOf(later, ofFile)).toMatchObject({ ...amounts, until: '2026-12-31' });
  const changed = { ...later, flat: '200001', mostOfFlat: '0.00', least: '1000001' };
  expect(findErrors(changed, TODAY, ofFile)).toEqual({ discount: 'range', min_amount_paise: 'range' });
  expect(findErrors({ ...later, mostOfFlat: '200000' }, TODAY, ofFile)).toEqual({ max_discount_paise: 'range' });
  expect(findErrors(later, TODAY)).toEqual({
    discount: 'range',
    max_discount_paise: 'range',
    min_amount_paise: 'range',
  });
});

test('a form has a discount only when all its fields can be read', () => {
  expect(discountOf(draft({ code: '' }))).toEqual({
    percent_hundredths: 2_000,
    max_discount_paise: null,
    min_amount_paise: null,
  });
  expect(discountOf(draft({ percent: '' }))).toBeNull();
  expect(discountOf(draft({ least: 'x' }))).toBeNull();
});

test('each kind of discount keeps its own bound while the other one is chosen', () => {
  const percent = draft({ most: '150' });
  expect(discountOf({ ...percent, kind: 'flat', flat: '50' })).toMatchObject({ max_discount_paise: null });
  expect(discountOf({ ...percent, kind: 'percent' })).toMatchObject({ max_discount_paise: 15_000 });
  const ofFile = draftOf({ ...flatCoupon, max_discount_paise: 4_000 });
  expect(discountOf(ofFile)).toMatchObject({ flat_paise: 5_000, max_discount_paise: 4_000 });
  expect(discountOf({ ...ofFile, kind: 'percent', percent: '20' })).toMatchObject({ max_discount_paise: null });
});
