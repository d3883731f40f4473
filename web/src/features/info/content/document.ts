/**
 * A text page as data. A text refers to a fact of the operator by its name in braces: "{legal_name}". A sentence whose
 * fact is missing is omitted as a whole, so each entry of a paragraph is one sentence that can be omitted.
 */
export interface Document {
  title: string;
  lead: readonly string[];
  sections: readonly DocumentSection[];
}

/** One numbered section. */
export interface DocumentSection {
  /** Its anchor in the address, the same in every language. */
  id: string;
  heading: string;
  body: readonly Block[];
}

/** A paragraph (its sentences), a list (its points) or a table. */
export type Block =
  | { readonly text: readonly string[] }
  | { readonly list: readonly string[] }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
