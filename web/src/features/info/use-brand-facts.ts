import { useAppConfig } from '@/api/app-config';
import { rupees } from '@/lib/money';
import { readablePhone } from '@/lib/phone';
import type { BrandFacts } from './content/brand-facts';

/** The operator's values for the texts, once app-config is there. */
export function useBrandFacts(): BrandFacts | null {
  const config = useAppConfig();
  if (!config) return null;
  const { brand } = config;
  return {
    name: brand.name,
    legalName: brand.legal_name,
    address: brand.address,
    email: brand.email,
    phone: readablePhone(brand.phone),
    grievanceOfficer: brand.grievance_officer ?? null,
    grievanceEmail: brand.grievance_email ?? null,
    bankCharge: rupees(config.bank_charge),
    cancelHours: config.cancel_cutoff_minutes / 60,
    players: config.players,
    minAge: config.min_age,
  };
}
