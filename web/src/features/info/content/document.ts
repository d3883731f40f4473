/**
 * A text page as data. Where a text names a fact of the operator it writes the fact's name in braces: "{legal_name}".
 * A sentence whose fact is missing falls away as a whole, so each entry of a paragraph is one sentence that can.
 */
export interface Document {
  title: string;
  lead: readonly string[];
  sections: readonly DocumentSection[];
}

/** One numbered part. */
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
