import { timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { fieldTime, minuteOf } from '@/desk/lib/field-time';
import { weekdayName } from '@/desk/lib/weekdays';
import type { components } from '@/desk/api/schema';
import type { BrandSettings } from './brand';
import { brandTexts } from './texts';

type BrandFields = components['schemas']['BrandFields'];

/** A rule for which the setting of the server holds until the operator gives a value. */
export type RuleField = (typeof RULES)[number];

export const RULES = [
  'hold_seconds',
  'online_hold_seconds',
  'max_open_unpaid',
  'max_no_shows',
  'reminder_minutes',
  'cancel_cutoff_minutes',
  'bank_charge_paise',
  'refund_weekday',
  'refund_minute',
  'min_age',
  'gst_rate',
  'sac',
  'place_of_supply',
] as const satisfies readonly (keyof BrandFields)[];

export function isRule(field: keyof BrandFields): field is RuleField {
  return RULES.some((rule) => rule === field);
}

/**
 * How many units of the server a typed unit has, such as seconds in a minute, paise in a rupee or hundredths in a percent; 1 for counts and
 * the weekday. Texts and the time of day have none.
 */
const UNITS: Partial<Record<RuleField, number>> = {
  hold_seconds: 60,
  online_hold_seconds: 60,
  max_open_unpaid: 1,
  max_no_shows: 1,
  reminder_minutes: 60,
  cancel_cutoff_minutes: 60,
  bank_charge_paise: 100,
  refund_weekday: 1,
  min_age: 1,
  gst_rate: 100,
};

/** The largest number of 32 bits; the server says which are too large for a rule. */
const MOST = 4_294_967_295;

/** What is typed to leave a line out of receipts. */
const NOT_PRINTED = 'none';

/** What the field of a rule shows; empty if the setting of the server holds. */
export function typedRule(rule: RuleField, value: string | number | null): string {
  if (value === null) return '';
  if (rule === 'refund_minute') return fieldTime(Number(value));
  const unit = UNITS[rule];
  if (unit === undefined) return value === '' ? NOT_PRINTED : String(value);
  return String(Number((Number(value) / unit).toFixed(4)));
}

/** The value of what was typed: null if it is empty, undefined if it is not valid. */
export function ruleOf(rule: RuleField, typed: string): string | number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  if (rule === 'refund_minute') return minuteOf(text) ?? undefined;
  const unit = UNITS[rule];
  if (unit === undefined) return text.toLowerCase() === NOT_PRINTED ? '' : text;
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) return undefined;
  const value = Number(text) * unit;
  // Four decimals of an hour are less than a second, so a value that the field shows is sent back unchanged.
  const whole = Math.round(value);
  return whole <= MOST && Math.abs(value - whole) < 0.05 ? whole : undefined;
}

/** The setting of the server, which holds while the field is empty, as a text. */
export function serverRule(rule: RuleField, { policies, receipts }: BrandSettings): string {
  switch (rule) {
    case 'hold_seconds':
    case 'online_hold_seconds':
      return lengthText(policies[rule] / 60);
    case 'max_no_shows':
      return policies.max_no_shows === 0 ? brandTexts.never : String(policies.max_no_shows);
    case 'max_open_unpaid':
      return String(policies.max_open_unpaid);
    case 'reminder_minutes':
      return policies.reminder_minutes === 0
        ? brandTexts.never
        : brandTexts.cutoffText(lengthText(policies.reminder_minutes));
    case 'cancel_cutoff_minutes':
      return policies.cancel_cutoff_minutes === 0
        ? brandTexts.untilStart
        : brandTexts.cutoffText(lengthText(policies.cancel_cutoff_minutes));
    case 'bank_charge_paise':
      return rupees(policies.bank_charge_paise / 100);
    case 'refund_weekday':
      return weekdayName(policies.refund_weekday - 1);
    case 'refund_minute':
      return timeText(policies.refund_minute);
    case 'min_age':
      return brandTexts.years(policies.min_age);
    case 'gst_rate':
      return brandTexts.gstRateText(String(receipts.gst_rate_hundredths / 100));
    case 'sac':
    case 'place_of_supply':
      return receipts[rule].trim() || brandTexts.notPrinted;
  }
}

function lengthText(minutes: number): string {
  if (!Number.isInteger(minutes)) return brandTexts.seconds(Math.round(minutes * 60));
  return minutes >= 60 && minutes % 60 === 0 ? brandTexts.hours(minutes / 60) : brandTexts.minutes(minutes);
}
