import { fieldsOf as refusedFields } from '@/desk/api/problem';
import { venuesTexts } from './texts';

/** The message for the error code of a field; undefined if there is no code. */
export function errorText(field: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const { characters, other, ...fields } = venuesTexts.wrong;
  if (code === 'characters') return characters;
  const texts: Readonly<Record<string, string>> = fields[field as keyof typeof fields] ?? {};
  return texts[code] ?? other;
}

/** The fields that both forms of a venue show with their error. */
const FIELDS = [
  'name',
  'location',
  'address',
  'map_url',
  'upi_address',
  'facilities',
  'time_zone',
  'slot_minutes',
  'play_minutes',
  'image',
  'gallery',
];

/**
 * Whether a failed save is reported for the form as a whole: no field was refused, or one that the form does not show.
 * `own` are the fields that only this form shows.
 */
export function isRefusedAsWhole(cause: Error | null, own: readonly string[]): boolean {
  if (cause === null) return false;
  const refused = Object.keys(refusedFields(cause));
  return refused.length === 0 || refused.some((field) => !FIELDS.includes(field) && !own.includes(field));
}
