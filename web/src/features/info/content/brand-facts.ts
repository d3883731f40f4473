/** The operator's values that the texts name; the screens take them from app-config. */
export interface BrandFacts {
  name: string;
  legalName: string;
  address: string;
  email: string;
  phone: string;
  grievanceOfficer: string | null;
  grievanceEmail: string | null;
  /** Rupees the bank keeps of a refund. */
  bankCharge: string;
  /** Hours before the start until which a booking can be cancelled. */
  cancelHours: number;
  /** Players per booking. */
  players: number;
  /** The youngest age at sign-up, in years. */
  minAge: number;
}

/** A text page: an introduction and numbered parts, each of paragraphs and lists. */
export interface Document {
  title: string;
  /** "Last updated 1 November 2026". */
  updated: string;
  lead: string;
  sections: readonly DocumentSection[];
}

/** One part of a text page; a list is an array of its points. */
export interface DocumentSection {
  heading: string;
  body: readonly (string | readonly string[])[];
}
