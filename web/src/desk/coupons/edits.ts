import { useStore } from '@/lib/store';
import { createPersonalStore } from '@/desk/lib/personal-store';
import type { Coupon } from './coupons';
import type { Draft } from './draft';

/** What was typed into a form, and the coupon on which it is based; undefined for a new one. */
export interface CouponEdit {
  seen: Coupon | undefined;
  draft: Draft;
}

/** The forms with changes, by the code of the coupon; a new one has none. They are kept while another screen is open. */
const edits = createPersonalStore<ReadonlyMap<string, CouponEdit>>(new Map());

/** In place of the code of a coupon, for the form of a new one. */
export const NO_CODE = '';

/** Drops the changes of a form. */
export function dropEdit(code: string): void {
  edits.set((all) => new Map([...all].filter(([one]) => one !== code)));
}

/** The form of a coupon, undefined without changes, and a function that replaces it; undefined drops the changes. */
export function useEdit(
  code: string = NO_CODE,
): [CouponEdit | undefined, (next: (now: CouponEdit | undefined) => CouponEdit | undefined) => void] {
  const edit = useStore(edits).get(code);
  function replace(next: (now: CouponEdit | undefined) => CouponEdit | undefined): void {
    edits.set((all) => {
      const to = next(all.get(code));
      const others = new Map(all);
      if (to === undefined) others.delete(code);
      else others.set(code, to);
      return others;
    });
  }
  return [edit, replace];
}
