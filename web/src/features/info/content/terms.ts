import { catalogue } from '@/lib/language';
import type { Document } from './document';

/** Terms and conditions (facts: spec §9). */
export const terms: Document = catalogue('terms', {
  title: 'Terms and conditions',
  lead: [
    'These are the rules of booking and of play with {legal_name} (“{brand}”, “we”).',
    'By making an account or booking a court you agree to them.',
  ],
  sections: [
    {
      id: 'who-we-are',
      heading: 'Who we are',
      body: [
        {
          text: [
            '{brand} is run by {legal_name}, {address}.',
            'Our GSTIN is {gstin}.',
            'You reach us at {email} or {phone}.',
          ],
        },
        { text: ['You can book at {courts_by_venue}.'] },
      ],
    },
    {
      id: 'bookings',
      heading: 'Bookings and slots',
      body: [
        {
          list: [
            'A booking is for one court. The shortest is {play_minutes} minutes of play, plus {handover_minutes} minutes to hand the court over to the next players.',
            'A booking is for one court. The shortest is {whole_slot_minutes} minutes of play.',
            'Slots run from {first_start} to {last_minute}. What is open on a day is shown when you pick the hour.',
            'Some evenings run longer, until {latest_minute} at the latest.',
            'You can book up to {horizon} in advance.',
            'How far in advance you can book depends on the venue: from {shortest_horizon} to {longest_horizon}.',
            'A court that you have chosen is held for you for {hold_time} while you confirm. After that it is free for others again.',
            'A booking stands once we have confirmed it. Your pass is the proof; show it at the desk.',
            'Bookings are yours and may not be sold on. You can bring anyone you like.',
          ],
        },
      ],
    },
    {
      id: 'price',
      heading: 'Price and payment',
      body: [
        {
          list: [
            'The rate is {standard_rate} per hour and court for morning, afternoon and evening. The evening rate includes up to {players} people.',
            'The rate is {lowest_rate} to {highest_rate} per hour and court, depending on the venue, for morning, afternoon and evening. The evening rate includes up to {players} people.',
            'A venue may set other prices for certain hours, days or courts. The price you see before you confirm is the one that holds; a later change does not touch your booking.',
            'Prices are for the whole court and include all taxes.',
            'You pay at the court before play, or online where that is offered to you.',
            'A coupon is taken off the total before you confirm. It has no cash value and works within its own limits.',
          ],
        },
      ],
    },
    {
      id: 'on-court',
      heading: 'On court',
      body: [
        {
          list: [
            'At most {players} players per court.',
            'A court comes with at most 4 paddles and 1 ball. Please give them back as you got them.',
            'A damaged paddle costs {paddle_fee}.',
            'Non-marking shoes only.',
            'Come a few minutes early and leave the court on time: the next players are waiting. Coming late does not extend your slot.',
            'The staff may end a game that puts people or the court in danger, without a refund.',
          ],
        },
      ],
    },
    {
      id: 'cancelling',
      heading: 'Cancelling and refunds',
      body: [
        {
          list: [
            'No cancellation within {cancel_time} of the start, and no refund inside {cancel_time}.',
            'Cancelled {cancel_before}: a full, 100% refund of what you paid, less the bank’s charge of {bank_charge} per cancellation.',
            'Cancelled {cancel_free_before}: a full, 100% refund of what you paid.',
            'Refunds are processed every {refund_day} and are with you within 2 business days.',
            'Courts closed by government orders, health directives or extreme weather: a full refund, with no charge at all.',
            'As a rule you can choose another court or hour instead of that refund within {answer_time}; what you paid counts for it.',
            'If a game that has begun must stop because we close the court, all or half of what you paid comes back, as the desk decides. A game that you play to the end is not refunded.',
          ],
        },
        { text: ['Full details are in our cancellation and refund policy.'] },
      ],
    },
    {
      id: 'no-shows',
      heading: 'No-shows',
      body: [
        {
          text: [
            'A court that nobody comes to is a court that somebody else wanted.',
            'After repeated no-shows we may ask you to pay online in advance, or to book at the desk.',
          ],
        },
      ],
    },
    {
      id: 'memberships',
      heading: 'Memberships',
      body: [
        {
          text: [
            'Membership fees are non-refundable and non-transferable.',
            'Unused hours lapse at the end of the membership.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      body: [
        {
          list: [
            'You must be at least {min_age} years old to have an account. Younger players are welcome on court with an adult who books.',
            'What you tell us about yourself must be true, and one person has one account.',
            'Your phone number is confirmed by a one-time code. Our staff will never ask you for it.',
            'Keep your password to yourself: bookings made with your account are yours.',
            'We may close an account that is used to harm others, to hoard courts or to trick the system. You are told why.',
          ],
        },
      ],
    },
    {
      id: 'liability',
      heading: 'Risk and liability',
      body: [
        {
          text: [
            'Pickleball is a sport, and sport can hurt.',
            'You play at your own risk and only when you are fit to.',
            'Look after your things: we are not liable for what is lost or stolen at a venue, unless it was our fault.',
          ],
        },
        {
          text: [
            'If we cannot give you the court you booked, you get another one or all of your money back; beyond that we are liable only where the law says so.',
            'Nothing in these terms takes away a right that the law gives you as a consumer.',
          ],
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      body: [
        {
          text: [
            'We may change these terms.',
            'The date at the top, {since}, says when they took effect.',
            'For a booking, the terms of the moment you confirmed it stay in force.',
          ],
        },
      ],
    },
    {
      id: 'law',
      heading: 'Law and complaints',
      body: [
        {
          text: ['These terms are governed by the laws of India.', 'The courts at {jurisdiction} have jurisdiction.'],
        },
        {
          text: [
            'Something went wrong? Tell our grievance officer, {grievance_officer}.',
            'Write to {grievance_email}, or to {legal_name}, {address}.',
            'You hear from us within 48 hours, with a number for your complaint, and we settle it within one month.',
          ],
        },
      ],
    },
  ],
});
