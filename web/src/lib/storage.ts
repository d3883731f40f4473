/** What local storage keeps for a player: the keys of the specification §3 and others. The privacy policy lists all. */
export type PlayerKey =
  | 'user_token'
  | 'user_data'
  | 'device_id'
  | 'otpCountdown'
  | 'bookingStatusCountdown'
  | 'theme'
  | 'seen_passes'
  | 'install_hint'
  | 'language';

/** What local storage keeps: the keys of the player and those of the desk. */
export type StorageKey =
  | PlayerKey
  | 'desk_venue'
  | 'desk_utc_offset'
  | 'desk_paired'
  | 'desk_locked'
  | 'desk_touched'
  | 'desk_pass_keys'
  | 'desk_clock_offset'
  | 'desk_sounds'
  | 'desk_single_keys';

/*
 * Local storage is absent in some private windows and full in others, and the app must work without it, so these
 * functions never throw.
 */

/** The stored text, or null. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the text; null removes the entry. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the value is not kept.
  }
}
