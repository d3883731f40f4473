import type { Me } from '@/desk/api/me';
import type { Draft, SetDraft } from './draft';
import type { Link } from './staff';

/** A link that was made on this page, and the person it is for. */
export interface ShownLink {
  name: string;
  phone: string;
  link: Link;
}

/** The props of the list of the staff. */
export interface StaffProps {
  me: Me;
  draft: Draft | null;
  onDraft: SetDraft;
  onLink: (shown: ShownLink) => void;
  onProofNeeded: () => void;
}
