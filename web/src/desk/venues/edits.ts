import { useStore } from '@/lib/store';
import { createPersonalStore } from '@/desk/lib/personal-store';
import {
  changeOf,
  courtsOf,
  draftOf,
  newDraft,
  newVenueDefaults,
  rebaseCourts,
  rebaseFields,
  type CourtDraft,
  type Draft,
  type NewVenueDraft,
} from './draft';
import type { Venue } from './venues';

/** What was typed about a venue, and the venue on which it is based. */
export interface VenueEdit {
  base: Venue;
  draft: Draft;
  courts: CourtDraft[];
}

/** What was typed about a new venue. */
export interface NewVenueEdit {
  draft: Draft;
  forNew: NewVenueDraft;
}

/** The forms with changes, by venue. They are kept while another screen is open. */
const edits = createPersonalStore<ReadonlyMap<number, VenueEdit>>(new Map());

/** The form of a new venue, kept in the same way; null until something is typed. */
const newVenueEdit = createPersonalStore<NewVenueEdit | null>(null);

/** The form of a venue without changes. */
export function unchangedEdit(venue: Venue): VenueEdit {
  return { base: venue, draft: draftOf(venue), courts: courtsOf(venue) };
}

/** What a form has that `old` has not, on top of the venue as it was read now. */
export function rebase(form: VenueEdit, old: VenueEdit, venue: Venue): VenueEdit {
  return {
    base: venue,
    draft: rebaseFields(form.draft, old.draft, draftOf(venue)),
    courts: rebaseCourts(form.courts, old.courts, courtsOf(venue)),
  };
}

/** Whether the venue as it was read now has all that was typed into a form. */
export function isSavedIn(form: VenueEdit, venue: Venue): boolean {
  const { draft, courts } = rebase(form, unchangedEdit(form.base), venue);
  return Object.keys(changeOf(venue, draft, courts)).length === 0;
}

/** The forms with changes, by venue. */
export function useEdits(): ReadonlyMap<number, VenueEdit> {
  return useStore(edits);
}

/** Changes the form of a venue. */
export function changeEdit(venue: Venue, edit: (edited: VenueEdit) => VenueEdit): void {
  edits.set((all) => {
    const next = edit(all.get(venue.id) ?? unchangedEdit(venue));
    const map = new Map(all);
    if (hasChanges(next)) map.set(venue.id, next);
    else map.delete(venue.id);
    return map;
  });
}

/** Whether a form differs from the venue on which it is based. */
function hasChanges(edited: VenueEdit): boolean {
  return JSON.stringify(edited) !== JSON.stringify(unchangedEdit(edited.base));
}

/** The form of a new venue, which begins in the time zone `zone`. */
export function useNewVenueEdit(zone: string): NewVenueEdit {
  return useStore(newVenueEdit) ?? emptyEdit(zone);
}

/** Changes the form of a new venue. */
export function changeNewVenueEdit(zone: string, edit: (edited: NewVenueEdit) => NewVenueEdit): void {
  newVenueEdit.set((now) => edit(now ?? emptyEdit(zone)));
}

/** Empties the form of a new venue. */
export function dropNewVenueEdit(): void {
  newVenueEdit.set(null);
}

function emptyEdit(zone: string): NewVenueEdit {
  return { draft: newDraft(zone), forNew: newVenueDefaults };
}
