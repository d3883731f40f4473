import { countCharacters } from '@/lib/count-characters';
import { typedPaise } from '@/desk/lib/typed-paise';
import { activeVenues, type Me } from '@/desk/api/me';
import type { Coupon, CouponFields, Discount } from './coupons';

/** What is typed into the form of a coupon. */
export interface Draft {
  code: string;
  kind: 'percent' | 'flat';
  percent: string;
  flat: string;
  /** The most that a percentage takes off, in rupees; empty for no bound. */
  most: string;
  /** The most that an amount takes off, in rupees: a coupon of the operator's file can have it, and no field shows it. */
  mostOfFlat: string;
  /** The lowest price for which the coupon is valid, in rupees; empty for any. */
  least: string;
  from: string;
  until: string;
  /** null: all venues. */
  venues: readonly number[] | null;
  /** Uses of all players together; empty for no limit. */
  limit: string;
  /** Uses of one player; empty for no limit. */
  limitOfOne: string;
  note: string;
}

/** The names of the fields as the server names them. */
export type Field =
  | 'code'
  | 'discount'
  | 'max_discount_paise'
  | 'min_amount_paise'
  | 'from'
  | 'until'
  | 'venues'
  | 'total_limit'
  | 'per_customer_limit'
  | 'note';

/** The wrong fields, each with the error code that the server has for it. */
export type FieldErrors = Partial<Record<Field, string>>;

const MOST_NOTE_CHARACTERS = 200;
/** The largest amount of a coupon, and the highest price of its example, as on the server: ₹1,00,000. */
export const MOST_PAISE = 10_000_000;
/** The largest limit of all uses, and that of one player's uses, as on the server. */
export const MOST_USES = 1_000_000_000;
export const MOST_USES_OF_ONE = 1_000_000;

/** A new coupon: of an owner for all venues, of others, and by PIN, for the venues of the session that are not retired. */
export function newDraft(me: Me): Draft {
  return {
    code: '',
    kind: 'percent',
    percent: '',
    flat: '',
    most: '',
    mostOfFlat: '',
    least: '',
    from: '',
    until: '',
    // A session that a PIN began is for the venue of its device, also that of an owner.
    venues: me.staff.role === 'owner' && me.strength !== 'pin' ? null : activeVenues(me).map(({ id }) => id),
    limit: '',
    limitOfOne: '',
    note: '',
  };
}

/** What the form of an existing coupon shows. */
export function draftOf(coupon: Coupon): Draft {
  const rupees = (paise: number | null) => (paise === null ? '' : String(paise / 100));
  const kind = coupon.percent_hundredths === null ? 'flat' : 'percent';
  const most = rupees(coupon.max_discount_paise);
  return {
    code: coupon.code,
    kind,
    percent: coupon.percent_hundredths === null ? '' : String(coupon.percent_hundredths / 100),
    flat: rupees(coupon.flat_paise),
    most: kind === 'percent' ? most : '',
    mostOfFlat: kind === 'flat' ? most : '',
    least: coupon.min_amount_paise === 0 ? '' : rupees(coupon.min_amount_paise),
    from: coupon.from ?? '',
    until: coupon.until ?? '',
    venues: coupon.venues,
    limit: coupon.total_limit === null ? '' : String(coupon.total_limit),
    limitOfOne: coupon.per_customer_limit === null ? '' : String(coupon.per_customer_limit),
    note: coupon.note ?? '',
  };
}

/** The fields of the discount: if one of them was changed, all of them are kept. */
const DISCOUNT: readonly (keyof Draft)[] = ['kind', 'percent', 'flat', 'most', 'mostOfFlat'];
/** The fields that can still be changed once a coupon was used. */
const AFTER_USE: readonly (keyof Draft)[] = ['until', 'limit', 'note'];

/**
 * The changes of a form on top of the coupon as it is now. `before` is the coupon that the form began with. If it was used
 * meanwhile, only what can still change is kept.
 */
export function rebase(draft: Draft, before: Coupon, now: Coupon): Draft {
  const shown = draftOf(before);
  const isChanged = (field: keyof Draft) => String(draft[field]) !== String(shown[field]);
  const isKept = (field: keyof Draft) => (DISCOUNT.includes(field) ? DISCOUNT.some(isChanged) : isChanged(field));
  const fields = now.was_used ? AFTER_USE : (Object.keys(draft) as (keyof Draft)[]);
  return { ...draftOf(now), ...Object.fromEntries(fields.filter(isKept).map((field) => [field, draft[field]])) };
}

/** A typed percentage in hundredths of a percent; null if it is not a number with at most three digits before its point and two after. */
export function typedHundredths(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim());
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** The bound of the discount that is chosen. */
function boundOf({ kind, most, mostOfFlat }: Draft): string {
  return kind === 'percent' ? most : mostOfFlat;
}

function typedCount(typed: string): number | null {
  return /^\d{1,12}$/.test(typed.trim()) ? Number(typed.trim()) : null;
}

/**
 * The discount of a form; null while a part of it cannot be read or is out of its range. `before` is the coupon that is
 * changed.
 */
export function discountOf(draft: Draft, before?: Coupon): Discount | null {
  const { discount, max_discount_paise, min_amount_paise } = findErrors(draft, '', before);
  if (discount !== undefined || max_discount_paise !== undefined || min_amount_paise !== undefined) return null;
  const least = draft.least.trim() === '' ? null : typedPaise(draft.least);
  const off =
    draft.kind === 'percent'
      ? { percent_hundredths: typedHundredths(draft.percent) }
      : { flat_paise: typedPaise(draft.flat) };
  const bound = boundOf(draft);
  const most = bound.trim() === '' ? null : typedPaise(bound);
  return { ...off, max_discount_paise: most, min_amount_paise: least };
}

/**
 * The fields that are wrong. `today` is the day in the business's zone; with '' a past last day is not an error.
 * `before` is the coupon that is changed: its last day may be over, and amounts of the operator's file beyond the range
 * can stay.
 */
export function findErrors(draft: Draft, today: string, before?: Coupon): FieldErrors {
  const wrong: FieldErrors = {};
  const code = draft.code.trim();
  if (code === '') wrong.code = 'required';
  else if (!/^[a-z0-9]{1,30}$/i.test(code)) wrong.code = 'letters_and_digits';
  if (draft.kind === 'flat') {
    if (draft.flat.trim() === '') wrong.discount = 'required';
    else if (isWrongAmount(draft.flat, before?.flat_paise)) wrong.discount = 'range';
  } else if (draft.percent.trim() === '') wrong.discount = 'required';
  else if (!isPercentage(typedHundredths(draft.percent))) wrong.discount = 'range';
  if (isWrongAmount(boundOf(draft), before?.max_discount_paise)) wrong.max_discount_paise = 'range';
  if (isWrongAmount(draft.least, before?.min_amount_paise)) wrong.min_amount_paise = 'range';
  if (draft.from !== '' && draft.until !== '' && draft.until < draft.from) wrong.until = 'before_from';
  else if (draft.until !== '' && draft.until < today && draft.until !== before?.until) wrong.until = 'past';
  if (draft.venues?.length === 0) wrong.venues = 'required';
  if (isWrongLimit(draft.limit, MOST_USES)) wrong.total_limit = 'range';
  if (isWrongLimit(draft.limitOfOne, MOST_USES_OF_ONE)) wrong.per_customer_limit = 'range';
  if (countCharacters(draft.note.trim()) > MOST_NOTE_CHARACTERS) wrong.note = 'length';
  return wrong;
}

function isPercentage(hundredths: number | null): boolean {
  return hundredths !== null && hundredths >= 1 && hundredths <= 10_000;
}

/** Whether an optional amount is typed and is neither from ₹0.01 to ₹1,00,000 nor the paise that the coupon has now. */
function isWrongAmount(typed: string, now: number | null | undefined): boolean {
  if (typed.trim() === '') return false;
  const paise = typedPaise(typed);
  return paise === null || (paise !== now && (paise < 1 || paise > MOST_PAISE));
}

/** Whether an optional limit is typed and is not a whole number from 1 to `most`. */
function isWrongLimit(typed: string, most: number): boolean {
  if (typed.trim() === '') return false;
  const count = typedCount(typed);
  return count === null || count < 1 || count > most;
}

/** The fields that are sent for a form without an error; `before` is the coupon that is changed. */
export function couponFieldsOf(draft: Draft, before?: Coupon): CouponFields {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    ...discountOf(draft, before),
    from: orNull(draft.from),
    until: orNull(draft.until),
    venues: draft.venues === null ? null : [...draft.venues],
    total_limit: typedCount(draft.limit),
    per_customer_limit: typedCount(draft.limitOfOne),
    note: orNull(draft.note),
  };
}
