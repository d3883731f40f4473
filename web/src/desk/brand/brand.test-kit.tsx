import { screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import type { BrandSettings } from './brand';
import { BrandPage } from './BrandPage';

/** Prepares each test of a file: empty local storage, and nothing typed in an earlier one. */
export function prepareEach(): void {
  beforeEach(() => {
    localStorage.clear();
    dropPersonalStores();
  });
  afterEach(() => vi.unstubAllGlobals());
}

/** An owner, with a proof that is valid for five minutes. */
export const owner = () => ({
  ...sampleMe,
  staff: { ...sampleMe.staff, role: 'owner' as const },
  permissions: { ...sampleMe.permissions, 'setup.read': 'yes', 'setup.edit': 'yes' },
  proof_until: new Date(Date.now() + 300_000).toISOString(),
});
/** A manager, who reads the brand and does not change it. */
export const manager = () => ({ ...owner(), permissions: { ...sampleMe.permissions, 'setup.read': 'yes' } });

/** A brand that is managed at the desk, without rules of its own. */
export const settings: BrandSettings = {
  version: 3,
  is_managed_here: true,
  logo: null,
  map_hosts: ['https://www.google.com'],
  brand: {
    name: 'Baroda Pickleball Club',
    short_name: 'BPC',
    tagline: '',
    hero_title: '',
    phone: '+912652000000',
    email: 'hello@club.example',
    address: '12 River Road, Vadodara',
    whatsapp_url: null,
    community_url: null,
    coaching_url: null,
    instagram_url: null,
    facebook_url: null,
    map_embed_url: null,
    legal_name: 'Baroda Pickleball Club LLP',
    grievance_officer: null,
    grievance_email: null,
    gstin: null,
    jurisdiction: null,
    terms_since: null,
    paddle_fee_paise: 250_000,
    timezone: 'Asia/Kolkata',
    accent: null,
    court: null,
    hold_seconds: null,
    online_hold_seconds: null,
    max_open_unpaid: null,
    max_no_shows: null,
    reminder_minutes: null,
    cancel_cutoff_minutes: null,
    bank_charge_paise: null,
    refund_weekday: null,
    refund_minute: null,
    min_age: null,
    gst_rate: null,
    sac: null,
    place_of_supply: null,
  },
  receipts: {
    series: 'R',
    credit_series: 'C',
    gst_rate_hundredths: 1800,
    sac: '999652',
    place_of_supply: '',
  },
  policies: {
    hold_seconds: 600,
    online_hold_seconds: 1200,
    cancel_cutoff_minutes: 360,
    bank_charge_paise: 3000,
    refund_weekday: 5,
    refund_minute: 660,
    max_open_unpaid: 4,
    max_no_shows: 0,
    reminder_minutes: 180,
    min_age: 18,
  },
};

/** Opens the screen of the brand at an address, after another page. */
export function open(at: string, replies: DeskReplies = {}) {
  const log = serveDesk({ 'GET /api/desk/me': owner, 'GET /api/desk/brand': () => settings, ...replies });
  const before = '/elsewhere';
  return { ...renderScreen({ path: '/set-up/brand/{-$part}', at, before, component: withMe(BrandPage) }), log };
}

/** The field with this label. */
export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
/** The changes that were sent. */
export const written = (log: ReturnType<typeof open>['log']) => log.filter(({ call }) => call.startsWith('PUT'));
