import { countCharacters } from '@/lib/count-characters';
import { nationalDigits } from '@/lib/phone';
import { useStore, type Store } from '@/lib/store';
import type { Me } from '@/desk/api/me';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { createPersonalStore } from '@/desk/lib/personal-store';
import type { Member, Role } from './staff';

/** The typed details of a member of staff; `id` is null for a new one. */
export interface Draft {
  id: string | null;
  version: number;
  full_name: string;
  phone: string;
  role: Role;
  venues: readonly number[];
  denied: readonly string[];
}

/** The draft of the open form, null if none is open. It is kept while another screen is open. */
const openDraft = createPersonalStore<Draft | null>(null);

/** Replaces the draft of the open form. */
export type SetDraft = Store<Draft | null>['set'];

/** The draft of the open form, null if none is open, and a function that replaces it. */
export function useDraft(): [Draft | null, SetDraft] {
  return [useStore(openDraft), openDraft.set];
}

/** The invalid fields. */
export type FieldErrors = Partial<Record<'full_name' | 'phone' | 'venues', true>>;

/** A new clerk at the first venue of the person who is signed in. */
export function newDraft(me: Me): Draft {
  const venues = me.venues.slice(0, 1).map(({ id }) => id);
  return { id: null, version: 0, full_name: '', phone: '', role: 'desk', venues, denied: [] };
}

/** A draft with the present details of a member. */
export function draftOf({ id, version, full_name, phone, role, venues, denied }: Member): Draft {
  return { id, version, full_name, phone, role, venues, denied };
}

/** The roles that the person who is signed in may give. */
export function rolesOf(me: Me): readonly Role[] {
  return me.staff.role === 'owner' ? ['owner', 'manager', 'desk'] : ['desk'];
}

/** The invalid fields of a draft. An owner works everywhere, so needs no venue. */
export function findErrors(draft: Draft): FieldErrors {
  const letters = countCharacters(draft.full_name.trim());
  const hasPhone = /^[6-9]\d{9}$/.test(nationalDigits(draft.phone));
  return {
    ...((letters < 2 || letters > LONGEST_NAME) && { full_name: true as const }),
    ...(!hasPhone && { phone: true as const }),
    ...(draft.role !== 'owner' && draft.venues.length === 0 && { venues: true as const }),
  };
}

/** The list with `value` in it, or without it. */
export function withOrWithout<T>(list: readonly T[], value: T, isIn: boolean): readonly T[] {
  const others = list.filter((one) => one !== value);
  return isIn ? [...others, value] : others;
}
