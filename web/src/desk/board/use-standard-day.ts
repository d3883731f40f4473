import { useState } from 'react';
import { dayIn } from '@/lib/dates';

/**
 * The day of a board whose address names none: today at the venue. While a panel is open it stays the day on which the panel
 * was opened, so that at midnight nothing that is typed is lost, and no slot becomes one of the next day. `now` is the server's
 * time, and `ahead` how far it is ahead of this device's, in milliseconds; `ahead` may be measured after the panel was opened.
 */
export function useStandardDay(zone: string, now: number, ahead: number, isPanelOpen: boolean): string {
  const here = now - ahead;
  const [openedAt, setOpenedAt] = useState<number | null>(isPanelOpen ? here : null);
  if (isPanelOpen !== (openedAt !== null)) setOpenedAt(isPanelOpen ? here : null);
  return dayIn(zone, new Date((openedAt ?? here) + ahead));
}
