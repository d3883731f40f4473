import { useCallback } from 'react';
import { addDays } from '@/lib/dates';
import { useStore } from '@/lib/store';
import { createPersonalStore } from '@/desk/lib/personal-store';
import type { Prices, Stroke } from './prices';

/** Painted prices that are not published, or a version that is brought back in their place. */
export interface Draft {
  strokes: readonly Stroke[];
  revertTo: number | null;
  /** The chosen first day of the change; null if none is chosen. */
  validFrom: string | null;
}

export const NO_DRAFT: Draft = { strokes: [], revertTo: null, validFrom: null };

/** The drafts by venue. They are kept while another screen is open. */
const drafts = createPersonalStore<ReadonlyMap<number, Draft>>(new Map());

/** The draft of a venue, and a function that changes it. */
export function useDraft(venue: number): [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useStore(drafts).get(venue) ?? NO_DRAFT;
  const change = useCallback(
    (to: (draft: Draft) => Draft) => drafts.set((all) => new Map(all).set(venue, to(all.get(venue) ?? NO_DRAFT))),
    [venue],
  );
  return [draft, change];
}

/** The first day of a change: the chosen one, or that of scheduled prices, or tomorrow; today if that day is past. */
export function validFromOf(draft: Draft, prices: Prices): string {
  const tomorrow = addDays(prices.today, 1);
  const scheduled = prices.versions[0]?.valid_from ?? '';
  const chosen = draft.validFrom ?? (scheduled > tomorrow ? scheduled : tomorrow);
  return chosen < prices.today ? prices.today : chosen;
}

/** A draft without its last step: without the version that is brought back, or else without the last stroke. */
export function undoLastStep(draft: Draft): Draft {
  return draft.revertTo === null ? { ...draft, strokes: draft.strokes.slice(0, -1) } : NO_DRAFT;
}

/** The strokes of a draft without the courts that were retired since they were painted, which the server refuses. */
export function strokesOnSale({ strokes }: Draft, { courts }: Prices): Stroke[] {
  const onSale = new Set(courts.map(({ id }) => id));
  return strokes
    .map((stroke) => ({ ...stroke, courts: stroke.courts.filter((court) => onSale.has(court)) }))
    .filter((stroke) => stroke.courts.length > 0);
}

/** Whether nothing was painted and no version is brought back. */
export function isEmpty({ strokes, revertTo }: Draft): boolean {
  return strokes.length === 0 && revertTo === null;
}
