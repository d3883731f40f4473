import { useStore, type Store } from '@/lib/store';
import { createPersonalStore } from '@/desk/lib/personal-store';
import type { BrandSettings } from './brand';
import type { TypedFields } from './draft';

/** Changes that are not saved, and the brand on which they are based. */
export interface Draft {
  seen: BrandSettings;
  typed: TypedFields;
}

/** What the fields show of the text of a message. */
export interface TextFields {
  text: string;
  dlt_template_id: string;
  msg91_template_id: string;
}

/** The text of a message that is being edited, and the one on which it is based. */
export interface TypedText extends TextFields {
  name: string;
  /** The text as it was read, and the version of the brand at that time. */
  seen: TextFields & { version: number };
}

/** The fields of the brand; null until something is changed. They are kept while another screen is open. */
const openDraft = createPersonalStore<Draft | null>(null);
/** The text of a message, kept in the same way; null if none is edited. */
const openText = createPersonalStore<TypedText | null>(null);

/** The changed fields of the brand, and a function that replaces them. */
export function useDraft(): [Draft | null, Store<Draft | null>['set']] {
  return [useStore(openDraft), openDraft.set];
}

/** The text of a message that is being edited, and a function that replaces it. */
export function useTypedText(): [TypedText | null, Store<TypedText | null>['set']] {
  return [useStore(openText), openText.set];
}
