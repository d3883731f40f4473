import type { Me } from '@/desk/api/me';
import type { Draft } from './draft';
import type { Link } from './staff';

/** A link that was made now, and for whom. */
export interface ShownLink {
  name: string;
  phone: string;
  link: Link;
}

/** What the parts of the page share. */
export interface StaffProps {
  me: Me;
  draft: Draft | null;
  onDraft: (draft: Draft | null) => void;
  onLink: (shown: ShownLink) => void;
  onProofNeeded: () => void;
}
