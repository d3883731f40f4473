import { countCharacters } from '@/lib/count-characters';

/**
 * The fewest and the most characters of the name that a person gives to a device or a passkey, as on the server
 * (`crates/app/src/staff/devices.rs`).
 */
export const LABEL_LENGTH = { fewest: 2, most: 40 };

/** Whether the server refuses a name, without the spaces around it, because of its length. */
export function isWrongLength(label: string): boolean {
  const length = countCharacters(label);
  return length < LABEL_LENGTH.fewest || length > LABEL_LENGTH.most;
}
