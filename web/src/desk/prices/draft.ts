import { useCallback } from 'react';
import { createStore, useStore } from '@/lib/store';
import type { Stroke } from './prices';

/** What a person has painted and not published, or the version that they bring back. What was painted before that stays for afterwards. */
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

/** A draft without what is in sight: the version that was to come back, or else what was painted. */
export function withoutShown(draft: Draft): Draft {
  return draft.revertTo === null ? NO_DRAFT : { ...NO_DRAFT, strokes: draft.strokes };
}

/** A draft before the last step: the version that was to come back, or the last stroke. */
export function undone(draft: Draft): Draft {
  return draft.revertTo === null
    ? { ...draft, strokes: draft.strokes.slice(0, -1) }
    : { ...draft, revertTo: null, validFrom: null };
}

/** Whether a draft changes anything. */
export function isEmpty({ strokes, revertTo }: Draft): boolean {
  return strokes.length === 0 && revertTo === null;
}
