import { catalogue } from '@/lib/language';
import type { Document } from './document';

/** Privacy notice under the Digital Personal Data Protection Act 2023 and the Rules of 2025; for minors, spec §1. */
export const privacy: Document = catalogue('privacy', {
  title: 'Privacy policy',
  lead: [
    'What {legal_name} (“{brand}”, “we”) knows about you, why, for how long, and what you can do about it.',
    'In short: we keep what a booking needs, we sell nothing, and there are no advertising or tracking cookies.',
  ],
  sections: [
    {
      id: 'who-decides',
      heading: 'Who is responsible',
      body: [
        {
          text: [
            'For your personal data the responsible company (the “data fiduciary” of the Digital Personal Data Protection Act, 2023) is {legal_name}, {address}.',
            'You reach us at {email} or {phone}.',
          ],
        },
      ],
    },
    {
      id: 'what-and-why',
      heading: 'What we keep, and what for',
      body: [
        {
          head: ['What', 'What for'],
          rows: [
            [
              'Name, phone number, e-mail address',
              'Your account, to know you at the court, and to tell you about your bookings',
            ],
            ['Date of birth', 'To see that you are at least {min_age} years old'],
            ['Gender', 'To know whom we plan events and coaching groups for'],
            ['A picture, if you add one', 'To show it on your profile'],
            ['Your password', 'To let you in. We keep a hash of it, from which it cannot be read'],
            ['One-time codes', 'To prove that the phone is yours'],
            [
              'Bookings: venue, court, day, hour, price, coupon, status, and the reason of a cancellation if you give one',
              'To make, show, change and cancel your bookings',
            ],
            [
              'Payments and refunds: amount, time, how it was paid, the payment provider’s number for it',
              'To take money, give it back, and keep the accounts that tax law asks for',
            ],
            [
              'Messages to you: when they went, to which number or address, and what they said',
              'To tell you about your bookings, and to answer your questions about them',
            ],
            ['Notes of our staff about you or a game', 'To look after you at the court'],
            ['Log-ins and network addresses', 'To stop guessed passwords, stolen accounts and bookings by robots'],
            ['An id of your browser, with each log-in', 'To tell your log-ins apart'],
          ],
        },
        {
          text: [
            'We never see or keep card numbers or UPI PINs: whoever takes the payment does that.',
            'We ask for nothing that we do not need, and use nothing for another purpose without asking you first.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      heading: 'Your consent, and taking it back',
      body: [
        {
          text: [
            'You give your consent when you create an account, by a tick that is not set beforehand.',
            'Some data we keep because the law obliges us to, for example the accounts of payments.',
          ],
        },
        {
          text: [
            'You can take your consent back at any time, as easily as you gave it: write to {grievance_email} from the address in your profile, or call {phone}.',
            'We then close your account and delete what no law makes us keep.',
            'What was done before stays lawful, and a court that you have already booked is yours to play on or to cancel.',
          ],
        },
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      body: [
        {
          list: [
            'To know: a summary of the data we keep about you, what is done with it, and who else has received it.',
            'To correct: change name, e-mail address, date of birth, gender and picture in your profile yourself; for anything else write to us.',
            'To erase: have your data deleted, unless the law makes us keep it. Your account is locked at once, and for seven days you can still change your mind.',
            'To complain: to our grievance officer first, and then to the Data Protection Board of India.',
            'To nominate: name someone who may use these rights for you if you die or are no longer able to.',
          ],
        },
        {
          text: [
            'Write to {grievance_email}.',
            'We may call the number in your profile, to be sure that it is you.',
            'We answer within one month.',
          ],
        },
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      body: [
        {
          head: ['What', 'Until'],
          rows: [
            ['Your account and profile', 'You ask us to delete it'],
            [
              'Bookings, payments, refunds, receipts',
              'Eight years after the year they belong to, as tax and company law ask',
            ],
            [
              'Games that you missed, and a block, after we have deleted your account: under a code made from your phone number',
              '90 days after the game; the end of the block',
            ],
            ['One-time codes, and a sign-up that was not finished', 'An hour at most'],
            ['Messages to you', '90 days after they were sent'],
            ['Notes of our staff', 'You ask us to delete your account'],
            [
              'Your session',
              'You log out or do not come back for {session_idle_days} days, and never longer than {session_max_days} days',
            ],
            ['Counters against misuse', 'A day at most'],
            ['The servers’ logs', 'One year, as the data protection rules ask'],
          ],
        },
        { text: ['After that it is deleted, or kept without anything that leads to you.'] },
      ],
    },
    {
      id: 'who-else',
      heading: 'Who else sees it',
      body: [
        { text: ['Only those who do one of these tasks for us, each with no more than the task needs:'] },
        {
          list: [
            'Razorpay takes online payments and sends refunds: your name, e-mail address, phone number, the booking and the amount.',
            'MSG91 and Twilio deliver text messages: your phone number and the message.',
            'Our mail and hosting providers carry and store what we send and keep.',
            'Google shows the map on the contact page and learns your network address when it does.',
            'WhatsApp, Instagram and Facebook learn that you came from us, if you follow a link to them.',
          ],
        },
        {
          text: [
            'Some of them process data outside India, as far as Indian law allows it.',
            'Authorities see what the law obliges us to show.',
            'We sell your data to nobody.',
          ],
        },
      ],
    },
    {
      id: 'young-players',
      heading: 'Young players',
      body: [
        {
          text: [
            'Minors under {min_age} are not the audience of this service: they cannot have an account, and we do not knowingly keep data about them.',
            'They are welcome on court with an adult who books.',
            'If you believe that someone younger has made an account, tell us and we delete it.',
            'We follow nobody’s behaviour and show no targeted advertising, to the young or to anyone.',
          ],
        },
      ],
    },
    {
      id: 'in-your-browser',
      heading: 'Cookies and what your browser keeps',
      body: [
        {
          text: ['We use no cookies for advertising or statistics.', 'What the app needs stays on your device:'],
        },
        {
          head: ['What', 'What for', 'Until'],
          rows: [
            ['Your session and your profile', 'So that you stay logged in', 'You log out'],
            ['A random id of your browser', 'To tell your log-ins apart', 'You clear the browser'],
            ['The end of a running countdown', 'So that a reload does not restart it', 'It has run out'],
            ['Your choice of theme and language', 'So that you choose only once', 'You clear the browser'],
            ['That you do not want to install the app', 'So that we do not offer it again', 'You clear the browser'],
            ['Passes that you have opened', 'So that they open without network', 'You log out'],
          ],
        },
        {
          text: [
            'Your language is kept in a cookie as well, so that the page arrives in it.',
            'The payment window and the map belong to Razorpay and Google and may set cookies of their own while you use them.',
          ],
        },
      ],
    },
    {
      id: 'safety',
      heading: 'How we keep it safe',
      body: [
        {
          text: [
            'Everything travels encrypted.',
            'Passwords and codes are stored so that nobody can read them, the people who work for us see only what their work needs, and backups are kept apart.',
            'Should your data get into the wrong hands all the same, we tell you and the Data Protection Board without delay, and the Board all details within 72 hours.',
          ],
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this notice',
      body: [
        {
          text: [
            'When we change what we do with your data, we change this notice first and tell you.',
            'Where it needs your consent, we ask for it.',
          ],
        },
      ],
    },
    {
      id: 'grievance-officer',
      heading: 'Grievance officer',
      body: [
        {
          text: [
            '{grievance_officer} looks after complaints and questions about your data.',
            'Write to {grievance_email} or to {legal_name}, {address}; call {phone}.',
            'You hear from us within 48 hours, and we settle it within one month.',
          ],
        },
      ],
    },
  ],
});
