import type { BrandFacts, Document } from './brand-facts';
import { complaints } from './terms';

/** Cancellation and refund policy (facts: spec §9). */
export function refundPolicyDocument(brand: BrandFacts): Document {
  return {
    title: 'Cancellation and refund policy',
    updated: 'Last updated 1 November 2026',
    lead: 'Plans change. Here is what happens to your court and your money when they do.',
    sections: [
      {
        heading: 'When you cancel',
        body: [
          [
            `More than ${brand.cancelHours} hours before the start: you may cancel, and what you paid is refunded in full, less the bank’s charge of ${brand.bankCharge}.`,
            `Within ${brand.cancelHours} hours of the start: no cancellation and no refund. The court stays yours; bring a friend.`,
            'If you chose to pay at the court and have not paid yet, cancelling costs nothing.',
          ],
          'You cancel in the app: open the booking in your history and choose “Cancel Booking”. The amount that you get back is shown before you confirm. The court is free for others at once.',
        ],
      },
      {
        heading: 'When we cancel',
        body: [
          'When courts are closed by a government order, a health directive or extreme weather, or when we have to close a court ourselves, your booking is refunded in full, without any charge, and you are told by SMS.',
        ],
      },
      {
        heading: 'How the money comes back',
        body: [
          [
            'Refunds are processed every Friday.',
            'The money is with you within 2 business days after that, on the card, account or UPI address that you paid with. Some banks take longer to show it.',
            'Your history shows where a refund stands.',
          ],
        ],
      },
      {
        heading: 'No-shows',
        body: [
          'A booking that nobody comes to is not refunded. After repeated no-shows, new bookings have to be paid online.',
        ],
      },
      {
        heading: 'Memberships',
        body: ['Membership fees are non-refundable and non-transferable. Unused hours lapse.'],
      },
      { heading: 'Questions', body: [complaints(brand)] },
    ],
  };
}
