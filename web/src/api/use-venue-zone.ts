import { useAppConfig } from './app-config';

/**
 * The time zone in which a booking's instants are shown: its venue's, as the server returned it, else the operator's,
 * because a retired venue has none.
 */
export function useVenueZone(timezone: string | null | undefined): string {
  const operatorZone = useAppConfig()?.timezone;
  return timezone ?? operatorZone ?? 'Asia/Kolkata';
}
