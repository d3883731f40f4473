import type { BrandFacts, Document } from './brand-facts';

/** Privacy policy (facts: spec §1: minors are not the audience). */
export function privacyDocument(brand: BrandFacts): Document {
  return {
    title: 'Privacy policy',
    updated: 'Last updated 1 November 2026',
    lead: `What ${brand.legalName} (“${brand.name}”, “we”) knows about you, why, and what you can do about it.`,
    sections: [
      {
        heading: 'What we keep',
        body: [
          [
            'Your account: name, phone number, e-mail address, date of birth, gender, and a picture if you add one.',
            'Your password, only as a hash from which it cannot be read.',
            'Your bookings: venue, court, day and hour, price, coupon, status, and the reason for a cancellation if you give one.',
            'What keeps the service safe: times of log-ins, addresses from which they came, and an id for your browser.',
          ],
          'We do not see or keep card numbers. Whoever takes an online payment does that, under their own rules.',
        ],
      },
      {
        heading: 'What for',
        body: [
          [
            'To make, show and cancel your bookings, and to know you at the court.',
            'To send you one-time codes and news about your bookings.',
            'To give back money and to keep the accounts that the law asks for.',
            'To stop misuse: guessed passwords, stolen accounts, bookings by robots.',
          ],
          'We do not sell your data, and we do not follow you over other sites. There are no advertising cookies.',
        ],
      },
      {
        heading: 'Who else sees it',
        body: [
          'Only those who work for us on one of these tasks: the SMS and mail providers who deliver messages to you, the payment provider when you pay online, and the company that hosts our servers. Each sees only what its task needs. Authorities see what the law obliges us to show.',
        ],
      },
      {
        heading: 'How long',
        body: [
          [
            'Your account: until you ask us to delete it.',
            'Bookings and payments: eight years, as tax law asks.',
            'One-time codes: minutes. Records of log-ins: at most one year.',
          ],
        ],
      },
      {
        heading: 'Your consent and your rights',
        body: [
          'You give your consent when you create an account, and you may withdraw it at any time. You may ask what we keep about you, have it corrected or completed, have it deleted, and name someone who may do so for you.',
          `Write to ${brand.grievanceEmail ?? brand.email}. We answer within one month. If you are not content, you may turn to the Data Protection Board of India.`,
        ],
      },
      {
        heading: 'Young players',
        body: [
          `Our services are not meant for minors under ${brand.minAge}, and we do not knowingly keep data about them. They are welcome on court with an adult who books. If you believe that a minor has made an account, tell us and we delete it.`,
        ],
      },
      {
        heading: 'What your browser keeps',
        body: [
          'We store your session, an id of your browser, the end of a running countdown and your choice of theme in your browser’s local storage. Logging out removes the session.',
        ],
      },
      {
        heading: 'Grievance officer',
        body: [
          `${brand.grievanceOfficer ?? brand.legalName}, ${brand.address}. E-mail ${brand.grievanceEmail ?? brand.email}, phone ${brand.phone}.`,
        ],
      },
    ],
  };
}
