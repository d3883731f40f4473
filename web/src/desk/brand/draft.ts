import { countCharacters } from '@/lib/count-characters';
import type { components } from '@/desk/api/schema';
import { typedPaise } from '@/desk/lib/typed-paise';
import { isReadable, parseColour, ROLES } from './colours';
import { gstinMistake, tidyGstin } from '@/desk/pay/gstin';
import { isRule, ruleOf, RULES, typedRule, type RuleField } from './rules';

export type BrandFields = components['schemas']['BrandFields'];
/** A field of the brand, as the server names it. */
export type Field = keyof BrandFields;
/** The values of the fields, each as its text. */
export type TypedFields = Readonly<Record<Field, string>>;
/** The wrong fields, each with the error code that the server has for it. */
export type FieldErrors = Partial<Record<Field, string>>;

/** A part of the screen with fields. */
export type FormPart = 'name' | 'reach' | 'look' | 'links' | 'legal' | 'tax' | 'policies';
/** A part of the screen. */
export type Part = FormPart | 'messages';

/** The fields of each part, in the order in which they are shown. */
export const FIELDS: Readonly<Record<FormPart, readonly Field[]>> = {
  name: ['name', 'short_name', 'hero_title', 'tagline', 'timezone'],
  reach: ['phone', 'email', 'address', 'whatsapp_url'],
  look: ['accent', 'court'],
  links: ['community_url', 'coaching_url', 'instagram_url', 'facebook_url', 'map_embed_url'],
  legal: ['legal_name', 'grievance_officer', 'grievance_email', 'jurisdiction', 'terms_since', 'paddle_fee_paise'],
  tax: ['gstin', 'gst_rate', 'sac', 'place_of_supply'],
  policies: [
    'cancel_cutoff_minutes',
    'bank_charge_paise',
    'refund_weekday',
    'refund_minute',
    'hold_seconds',
    'online_hold_seconds',
    'max_open_unpaid',
    'max_no_shows',
    'reminder_minutes',
    'min_age',
  ],
};

export const PARTS: readonly Part[] = ['name', 'reach', 'look', 'links', 'legal', 'tax', 'policies', 'messages'];

/** The fields that have to be typed; the time zone and the paddle fee, needed too, have a value at first. */
export const NEEDED: readonly Field[] = ['name', 'phone', 'email', 'address'];

/**
 * The fields that are sent as an empty text, not as null, if they are left out: the server then takes the full name or the
 * standard words, and refuses an empty time zone.
 */
const NOT_NULL: readonly Field[] = ['short_name', 'hero_title', 'tagline', 'legal_name', 'timezone'];

/** Whether a part has fields that are saved together. */
export function isForm(part: Part): part is FormPart {
  return Object.hasOwn(FIELDS, part);
}

/** The part that the address names; undefined if there is no such part. */
export function partOf(name: string | undefined): Part | undefined {
  return PARTS.find((part) => part === name);
}

/** The part in which a field is. */
export function partOfField(field: Field): FormPart {
  const parts = Object.keys(FIELDS) as FormPart[];
  return parts.find((part) => FIELDS[part].includes(field)) ?? 'name';
}

/** What the fields show of a brand. Version 0 is not saved yet: its standard names are not shown. */
export function typedOf(brand: BrandFields, version: number): TypedFields {
  const names: readonly Field[] = ['name', 'short_name', 'legal_name'];
  const entries = Object.entries(brand).map(([field, value]) => {
    if (field === 'paddle_fee_paise') return [field, String(Number(value) / 100)];
    if (isRule(field as Field)) return [field, typedRule(field as RuleField, value)];
    return [field, version === 0 && names.includes(field as Field) ? '' : String(value ?? '')];
  });
  return Object.fromEntries(entries) as TypedFields;
}

/** The body that saves what was typed. */
export function brandOf(typed: TypedFields): BrandFields {
  const text = (field: Field) => typed[field].trim();
  const fields = Object.keys(typed) as Field[];
  const entries = fields.map((field) => {
    // A text that is not an amount is not sent (`findErrors`). The server would refuse -1.
    if (field === 'paddle_fee_paise') return [field, typedPaise(typed[field]) ?? -1];
    if (isRule(field)) return [field, ruleOf(field, typed[field]) ?? null];
    if (text(field) === '' && !NEEDED.includes(field) && !NOT_NULL.includes(field)) return [field, null];
    return [field, text(field)];
  });
  return Object.fromEntries(entries) as BrandFields;
}

const LINKS: readonly Field[] = [
  'whatsapp_url',
  'community_url',
  'coaching_url',
  'instagram_url',
  'facebook_url',
  'map_embed_url',
];

/** The longest name that the server takes, in characters. */
const MOST_CHARACTERS_OF_NAME = 60;

/** The errors that can be found without the server. */
export function findErrors(typed: TypedFields): FieldErrors {
  const wrong: FieldErrors = {};
  for (const field of NEEDED) if (typed[field].trim() === '') wrong[field] = 'required';
  for (const field of ['name', 'short_name'] as const) {
    if (countCharacters(typed[field].trim()) > MOST_CHARACTERS_OF_NAME) wrong[field] = 'length';
  }
  for (const field of ['email', 'grievance_email'] as const) {
    const mail = typed[field].trim();
    if (mail !== '' && !/^[^\s@]+@[^\s@]+$/.test(mail)) wrong[field] = 'mail';
  }
  for (const field of LINKS) {
    const link = typed[field].trim();
    if (link !== '' && !/^https:\/\/[^/\s"<>][^\s"<>]*$/.test(link)) wrong[field] = 'link';
  }
  const phone = typed.phone.replaceAll(/[\s().-]/g, '');
  if (phone !== '' && !/^(0?[1-9]\d{9}|\+\d{7,15})$/.test(phone)) wrong.phone = 'phone';
  if (typedPaise(typed.paddle_fee_paise) === null) wrong.paddle_fee_paise = 'range';
  for (const rule of RULES) if (ruleOf(rule, typed[rule]) === undefined) wrong[rule] = 'rule_range';
  for (const role of ROLES) {
    const colour = typed[role].trim();
    if (colour === '') continue;
    if (parseColour(colour) === null) wrong[role] = 'colour';
    else if (!isReadable(role, colour)) wrong[role] = 'contrast';
  }
  const gstin = gstinError(typed.gstin);
  if (gstin !== null) wrong.gstin = gstin;
  return wrong;
}

/** The code of the error of a tax number; null if it is right or left out. */
export function gstinError(typed: string): string | null {
  if (typed.trim() === '') return null;
  const mistake = gstinMistake(tidyGstin(typed));
  return mistake === null ? null : `gstin_${mistake}`;
}

/** The fields that differ from what was read. */
export function changedFields(typed: TypedFields, before: TypedFields): Field[] {
  return (Object.keys(typed) as Field[]).filter((field) => typed[field].trim() !== before[field].trim());
}

/** The changes from `before` to `typed`, on top of the brand as it is now. */
export function rebaseFields(typed: TypedFields, before: TypedFields, now: TypedFields): TypedFields {
  const own = changedFields(typed, before).map((field) => [field, typed[field]]);
  return { ...now, ...(Object.fromEntries(own) as Partial<TypedFields>) };
}
