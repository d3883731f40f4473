import { codeTexts, resetTexts } from '@/features/accounts/texts';
import { timeDateTexts } from '@/features/booking/texts';
import { closedCourtTexts } from '@/features/closures/texts';
import { cancelTexts, historyTexts } from '@/features/history/texts';
import { terms } from '@/features/info/content/terms';
import { passwordTexts, profileTexts, updateTexts } from '@/features/profile/texts';

/**
 * The titles of screens by path prefix, for pages that are sent without their screen. The first match counts, so a longer
 * prefix comes before a shorter one.
 */
const TITLES: readonly (readonly [string, () => string])[] = [
  ['/mobile-verification', () => codeTexts.routeTitle],
  ['/change-password', () => resetTexts.routeTitle],
  ['/your-profile/booking-history', () => historyTexts.routeTitle],
  ['/your-profile/profile-update', () => updateTexts.routeTitle],
  ['/your-profile/your-profile', () => passwordTexts.routeTitle],
  ['/your-profile', () => profileTexts.routeTitle],
  ['/history-details', () => historyTexts.routeTitle],
  ['/cancel-booking', () => cancelTexts.routeTitle],
  ['/time-date-selection', () => timeDateTexts.documentTitle],
  // An address of the specification that leads to the terms.
  ['/terms-and-conditions', () => terms.title],
  ['/r', () => closedCourtTexts.documentTitle],
];

/** The title of a page that is sent without its screen; empty for a path that is not listed. */
export function titleOf(path: string): string {
  return TITLES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1]() ?? '';
}
