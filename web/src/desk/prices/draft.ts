import { useCallback } from 'react';
import { createStore, useStore } from '@/lib/store';
import type { Stroke } from './prices';

/** What a person has painted and not published, or the version that they bring back. */
export interface Draft {
  strokes: readonly Stroke[];
  revertTo: number | null;
  /** From which day it is to be valid; null: tomorrow. */
  validFrom: string | null;
}

export const NO_DRAFT: Draft = { strokes: [], revertTo: null, validFrom: null };

/** The drafts by venue: another screen in between does not lose what was painted. */
const drafts = createStore<ReadonlyMap<number, Draft>>(new Map());

/** The draft of a venue, and how to change it. */
export function useDraft(venue: number): [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useStore(drafts).get(venue) ?? NO_DRAFT;
  const change = useCallback(
    (to: (draft: Draft) => Draft) => drafts.set((all) => new Map(all).set(venue, to(all.get(venue) ?? NO_DRAFT))),
    [venue],
  );
  return [draft, change];
}

/** Whether a draft changes anything. */
export function isEmpty({ strokes, revertTo }: Draft): boolean {
  return strokes.length === 0 && revertTo === null;
}
