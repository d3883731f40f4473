import { catalogue } from '@/lib/language';

/** An invoice for a firm. */
export const firmTexts = catalogue('firm', {
  choose: 'Invoice for a firm',
  name: 'Name of the firm',
  nameMissing: 'The name as the firm is registered',
  gstin: 'GSTIN',
  address: 'Address, if the firm needs it',
  tooLong: 'At most 200 characters',
  mistakes: {
    length: 'A GSTIN has 15 letters and digits',
    form: 'A GSTIN is like 27AAPFU0939F1ZV: two digits, the PAN, three more characters',
    state: 'A GSTIN begins with the number of a State, from 01 to 38, or 97 or 99',
    check: 'A character is wrong: the last one does not fit the others',
  },
  title: (amount: string) => `Invoice for a firm, ${amount}`,
  what: 'The receipt is credited whole, and a new one is made out to the firm. The amount stays.',
  issue: 'Issue the invoice',
  keep: 'Not now',
  failed: 'No invoice was issued',
  issued: (number: string, credited: string) =>
    `Invoice ${number} is issued, credit note ${credited} for the receipt before.`,
});
