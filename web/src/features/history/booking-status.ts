import { historyTexts } from './texts';

/** The icon and colour of a status on a card. */
export type StatusAppearance = 'confirmed' | 'cancel-requested' | 'cancelled' | 'in-transit' | 'quiet';

/**
 * The text of a stored status in the player's language, or the status itself if it has none. Upper case; 'UNKNOWN' when
 * missing (spec §4).
 */
export function statusText(status: string | null | undefined): string {
  const known: Readonly<Record<string, string>> = historyTexts.status;
  const text = known[status ?? ''] ?? (status || historyTexts.statusMissing);
  return text.replaceAll('_', ' ').toUpperCase();
}

/**
 * The look of a card's status. The specification compares 'cancelled' in lower case after upper-casing, which never
 * matches; here a cancelled booking gets the cancelled icon, as intended.
 */
export function statusAppearance(type: string, status: string | null | undefined): StatusAppearance {
  if (type !== 'Courts') return 'in-transit';
  switch (status?.replaceAll('_', ' ').toUpperCase()) {
    case 'CANCEL REQUESTED':
    case 'UNDER WAY':
    case 'REFUND APPROVED':
    case 'REFUND ISSUED':
      return 'cancel-requested';
    case 'CANCELLED':
    case 'CLOSED':
    case 'REFUND FAILED':
      return 'cancelled';
    case 'EXPIRED':
    case 'RELEASED':
    case 'NO SHOW':
    case 'FAILED':
    case 'REFUND PROCESSED':
      return 'quiet';
    default:
      return 'confirmed';
  }
}
