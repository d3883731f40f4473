import type { BrandFacts, Document } from './brand-facts';

/** Terms and conditions (facts: spec §9). */
export function termsDocument(brand: BrandFacts): Document {
  return {
    title: 'Terms and conditions',
    updated: 'Last updated 1 November 2026',
    lead: `These are the rules of play and of booking with ${brand.legalName} (“${brand.name}”, “we”). By booking a court you agree to them.`,
    sections: [
      {
        heading: 'Bookings and slots',
        body: [
          [
            'A booking is for one court and lasts at least 55 minutes of play, plus 5 minutes to hand the court over to the next players.',
            'Slots run from 6:00 AM to 10:59 PM, every day of the week.',
            'You can book up to 1 month in advance.',
            'The number of courts and their type, outdoor or indoor, differ from venue to venue; our smallest venue has 8 courts.',
            'A court that you have chosen is held for you for a few minutes while you confirm. When that time has passed it is free for others again.',
          ],
        ],
      },
      {
        heading: 'Price and payment',
        body: [
          [
            'The standard rate is ₹800 per hour and court, morning, afternoon and evening. The evening rate includes up to 4 people.',
            'A venue may set other prices for certain hours, days or courts. The price shown before you confirm is the one that holds.',
            'You pay at the court before play, or online where that is offered to you.',
            'A coupon is taken off the total before you confirm. It has no cash value.',
          ],
        ],
      },
      {
        heading: 'On court',
        body: [
          [
            `At most ${brand.players} players per court.`,
            'A court comes with at most 4 paddles and 1 ball. Please give them back as you got them.',
            'A damaged paddle costs ₹2500.',
            'Non-marking shoes only. Come a few minutes early, and leave the court on time: the next players are waiting.',
            'The staff may end a game that puts people or the court in danger.',
          ],
        ],
      },
      {
        heading: 'Cancelling',
        body: [
          [
            `You can cancel up to ${brand.cancelHours} hours before the start. Within ${brand.cancelHours} hours of the start there is no cancellation and no refund.`,
            `When you cancel more than ${brand.cancelHours} hours before, what you paid is refunded in full; the bank’s charge of ${brand.bankCharge} per cancellation is kept.`,
            'Refunds are processed every Friday and reach you within 2 business days.',
            'When courts are closed by a government order, a health directive or extreme weather, you get everything back.',
          ],
          'The whole of it stands in our cancellation and refund policy.',
        ],
      },
      {
        heading: 'Memberships',
        body: [
          'Membership fees are non-refundable and non-transferable. Unused hours lapse at the end of the membership.',
        ],
      },
      {
        heading: 'Your account',
        body: [
          [
            `You must be at least ${brand.minAge} years old to have an account.`,
            'Your phone number is confirmed by a one-time code. Keep your password to yourself: bookings made with your account are yours.',
            'We may refuse bookings after repeated no-shows, and close accounts that are used to harm others.',
          ],
        ],
      },
      {
        heading: 'Risk and liability',
        body: [
          'Pickleball is a sport, and sport can hurt. You play at your own risk and only when you are fit to. Nothing in these terms takes away rights that the law gives you as a consumer.',
        ],
      },
      {
        heading: 'Law and complaints',
        body: [
          'These terms are governed by the laws of India; the courts at the place of our registered office have jurisdiction.',
          complaints(brand),
        ],
      },
    ],
  };
}

/** Whom to complain to. */
export function complaints(brand: BrandFacts): string {
  const who = brand.grievanceOfficer === null ? 'our desk' : `our grievance officer, ${brand.grievanceOfficer}`;
  return `Something went wrong? Write to ${who}, at ${brand.grievanceEmail ?? brand.email}, or to ${brand.legalName}, ${brand.address}. We answer within 48 hours and settle complaints within one month.`;
}
