import { catalogue } from '@/lib/language';

/** How the venue gave a refund back itself. */
export const givenBackTexts = catalogue('givenBack', {
  cash: (amount: string) => `${amount} was given back to you in cash.`,
  upi: (amount: string) => `${amount} was given back to you by UPI.`,
  card: (amount: string) => `${amount} was given back to your card.`,
  bank: (amount: string) => `${amount} was given back to you by bank transfer.`,
});
