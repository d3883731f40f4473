import { catalogue, plural } from '@/lib/language';

/** What the screens about money share. */
export const dayMoneyTexts = catalogue('dayMoney', {
  title: 'Money',
  tabs: { money: 'Takings', day: 'End of day', refunds: 'Refunds', payouts: 'Payouts' },
  needYou: (count: number) => plural(count, { one: `${count} needs you`, other: `${count} need you` }),
  ways: {
    cash: 'Cash',
    upi: 'UPI',
    card: 'Card',
    bank: 'Bank',
    online: 'Online',
    desk: 'Desk',
    hours: 'Hours',
    credit: 'Credit',
    free: 'Free',
  },
  found: 'Found in the bank',
  foundOf: (amount: string, name: string) => `${amount} of ${name} is found in the bank`,
  matched: (amount: string) => `${amount} is matched.`,
  notMatched: 'It was not matched',
});
