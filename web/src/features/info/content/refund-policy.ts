import { catalogue } from '@/lib/language';
import type { Document } from './document';

/** Cancellation and refund policy (facts: spec §9). */
export const refundPolicy: Document = catalogue('refundPolicy', {
  title: 'Cancellation and refund policy',
  lead: ['Plans change. Here is what happens to your court and your money when they do.'],
  sections: [
    {
      id: 'at-a-glance',
      heading: 'At a glance',
      body: [
        {
          head: ['When', 'What you get back'],
          rows: [
            ['You cancel {cancel_before}', 'All you paid, less the bank’s charge of {bank_charge}'],
            ['You cancel {cancel_free_before}', 'All you paid'],
            ['You cancel, and have not paid yet', 'Nothing to pay, nothing to refund'],
            ['Less than {cancel_time} to the start', 'No cancellation and no refund'],
            ['We close the court before your game', 'All you paid, with no charge at all'],
            ['We close the court, and you choose another hour within {answer_time}', 'What you paid counts for it'],
            ['We close the court during your game', 'All or half of what you paid; nothing if you play to the end'],
            ['You do not come', 'No refund'],
          ],
        },
      ],
    },
    {
      id: 'you-cancel',
      heading: 'When you cancel',
      body: [
        {
          text: [
            'Open the booking in your history and choose “Cancel Booking”.',
            'The amount that comes back is shown before you confirm, and the court is free for others at once.',
          ],
        },
        {
          list: [
            'Cancelled {cancel_before}: a full, 100% refund of what you paid. The bank keeps {bank_charge} of each cancellation.',
            'Cancelled {cancel_free_before}: a full, 100% refund of what you paid.',
            'Exactly {cancel_time} or less before the start: no cancellation and no refund. The court stays yours; bring a friend.',
            'If you chose to pay at the court and have not paid yet, cancelling costs nothing.',
            'A coupon that you used is yours again, as long as it is valid.',
          ],
        },
      ],
    },
    {
      id: 'we-cancel',
      heading: 'When we cancel',
      body: [
        {
          text: [
            'Courts can be closed by government orders, health directives or extreme weather, and now and then we have to close one ourselves.',
            'Before your game begins, your booking is then refunded in full, without any charge, and you are told.',
            'As a rule you can choose another court or hour instead within {answer_time}, for which what you paid counts; without an answer the money goes back.',
            'If a game that has begun must stop, we are sorry: all or half of what you paid comes back without any charge, as the desk decides.',
            'If you play it to the end, it counts as played and is not refunded.',
          ],
        },
      ],
    },
    {
      id: 'how-money-returns',
      heading: 'How the money comes back',
      body: [
        {
          list: [
            'Refunds are processed every {refund_day}.',
            'The money is with you within 2 business days after that, on the card, account or UPI address that you paid with. Some banks take a few days longer to show it.',
            'Your history says where a refund stands.',
            'Money that you paid at the desk is given back at the desk, or as you agree there.',
          ],
        },
      ],
    },
    {
      id: 'payment-trouble',
      heading: 'Paid, but no booking?',
      body: [
        {
          text: [
            "If money left your account and you didn't get a booking, we either give you the court, if it is still free, or send all of it back.",
            'You need not do anything.',
            'A payment that never reached us is returned by your bank by itself, within five days.',
          ],
        },
      ],
    },
    {
      id: 'no-shows',
      heading: 'No-shows',
      body: [
        {
          text: [
            'A booking that nobody comes to is not refunded.',
            'After repeated no-shows we may ask you to pay online in advance, or to book at the desk.',
          ],
        },
      ],
    },
    {
      id: 'memberships',
      heading: 'Memberships',
      body: [{ text: ['Membership fees are non-refundable and non-transferable.', 'Unused hours lapse.'] }],
    },
    {
      id: 'questions',
      heading: 'Questions and complaints',
      body: [
        {
          text: [
            'Write to us at {email} or call {phone}, with the number of your booking.',
            'If that does not help, our grievance officer is {grievance_officer}, {grievance_email}.',
            'You hear from us within 48 hours, and we settle complaints within one month.',
          ],
        },
      ],
    },
  ],
});
