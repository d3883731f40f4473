import type { FirmRequest } from '@/desk/api/money';
import { isTooLong } from '@/desk/lib/short-text';
import { firmTexts } from './firm-texts';
import { gstinMistake, tidyGstin } from './gstin';

/** A firm as it is typed. */
export interface TypedFirm {
  name: string;
  gstin: string;
  address: string;
}

export const NO_FIRM: TypedFirm = { name: '', gstin: '', address: '' };

/** The error of each invalid field. */
export type FirmErrors = Partial<Record<keyof TypedFirm, string>>;

/** The errors of a typed firm; empty if it is valid. */
export function firmErrors({ name, gstin, address }: TypedFirm): FirmErrors {
  const mistake = gstinMistake(tidyGstin(gstin));
  return {
    ...(name.trim() === '' && { name: firmTexts.nameMissing }),
    ...(isTooLong(name) && { name: firmTexts.tooLong }),
    ...(mistake !== null && { gstin: firmTexts.mistakes[mistake] }),
    ...(isTooLong(address) && { address: firmTexts.tooLong }),
  };
}

/** The firm to send; null if a field is invalid. */
export function firmOf(typed: TypedFirm): FirmRequest | null {
  if (Object.keys(firmErrors(typed)).length > 0) return null;
  const address = typed.address.trim();
  return { name: typed.name.trim(), gstin: tidyGstin(typed.gstin), address: address === '' ? null : address };
}
