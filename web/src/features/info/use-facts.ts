import { useQuery } from '@tanstack/react-query';
import type { components } from '@/api/schema';
import { appConfigQuery } from '@/api/app-config';
import { venuesQuery } from '@/api/venues';
import { fullDay } from '@/lib/dates';
import { duration } from '@/lib/duration';
import { perLocale } from '@/lib/language';
import { rupees } from '@/lib/money';
import { readablePhone } from '@/lib/phone';
import { factsWith, type Facts } from './content/facts';
import { infoTexts } from './texts';
import { venueFacts } from './venue-facts';

type Config = components['schemas']['AppConfigAnswer'];

const longWeekday = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }));

/** 1 → "Monday". */
function weekdayOfRefunds(weekday: number): string {
  // 2026-11-22 is a Sunday.
  return longWeekday().format(new Date(Date.UTC(2026, 10, 22 + weekday, 12)));
}

/** The facts in the operator's settings. An empty text counts as not given. */
export function operatorFacts(config: Config): Partial<Facts> {
  const { brand } = config;
  const given = (text: string | null | undefined) => (text ? text : null);
  return {
    brand: given(brand.name),
    legal_name: given(brand.legal_name),
    address: given(brand.address),
    email: given(brand.email),
    phone: given(brand.phone) && readablePhone(brand.phone),
    grievance_officer: given(brand.grievance_officer),
    grievance_email: given(brand.grievance_email) ?? given(brand.email),
    gstin: given(brand.gstin),
    jurisdiction: given(brand.jurisdiction),
    since: given(brand.terms_since) && fullDay(brand.terms_since ?? ''),
    ...cancelFacts(config.cancel_cutoff_minutes, config.bank_charge),
    answer_time: config.closure_offer_hours === 0 ? null : duration(config.closure_offer_hours * 3600),
    refund_day: weekdayOfRefunds(config.refund_weekday),
    players: String(config.players),
    min_age: String(config.min_age),
    hold_time: duration(config.hold_seconds),
    session_idle_days: String(config.session_idle_days),
    session_max_days: String(config.session_max_days),
    paddle_fee: brand.paddle_fee > 0 ? rupees(brand.paddle_fee) : null,
  };
}

/**
 * When a booking can be cancelled, and what is kept of it then. With a cutoff of 0 minutes it can be cancelled at any time
 * before the start.
 */
function cancelFacts(
  cutoffMinutes: number,
  bankCharge: number,
): Pick<Facts, 'cancel_time' | 'cancel_before' | 'cancel_free_before' | 'bank_charge'> {
  const time = cutoffMinutes === 0 ? null : duration(cutoffMinutes * 60);
  const before = time === null ? infoTexts.beforeStart : infoTexts.longBeforeStart(time);
  const isFree = bankCharge <= 0;
  return {
    cancel_time: time,
    cancel_before: before,
    cancel_free_before: isFree ? before : null,
    bank_charge: isFree ? null : rupees(bankCharge),
  };
}

/** The facts for the texts once they are loaded, and the error if the settings fail to load. */
export function useFacts() {
  const config = useQuery(appConfigQuery);
  const venues = useQuery(venuesQuery);
  // The texts are readable without the venues; without the settings they would lack the operator's name.
  const waits = config.data === undefined || venues.isPending;
  return {
    facts: waits ? null : factsWith({ ...operatorFacts(config.data), ...venueFacts(venues.data ?? []) }),
    config,
  };
}
