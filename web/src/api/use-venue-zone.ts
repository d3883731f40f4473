import { useAppConfig } from './app-config';

/**
 * The time zone in which a booking's instants are shown: its venue's, else the operator's; Asia/Kolkata until that is
 * loaded.
 */
export function useVenueZone(timezone: string | null | undefined): string {
  const operatorZone = useAppConfig()?.timezone;
  return timezone ?? operatorZone ?? 'Asia/Kolkata';
}
