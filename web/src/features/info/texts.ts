import { catalogue, plural } from '@/lib/language';

/** Texts of the information pages, except the documents. */
export const infoTexts = catalogue('info', {
  onThisPage: 'On this page',
  inEffect: 'In effect since {since}',
  beforeStart: 'before the start',
  longBeforeStart: (time: string) => `more than ${time} before the start`,
  // How far ahead players book.
  oneMonth: '1 month',
  daysAhead: (days: number) => plural(days, { one: '1 day', other: `${days} days` }),
  courtsOfVenue: (venue: string, courts: number) =>
    `${venue} (${plural(courts, { one: '1 court', other: `${courts} courts` })})`,
  failed: 'This page did not load',
  /** Shown only under a translated document. */
  englishBinding: 'Where the law allows it, the English version of this text is the binding one.',
  retry: 'Try again',

  aboutTitle: 'About us',
  aboutLead: (name: string) =>
    `${name} started with two taped lines on a badminton floor and four friends who could not stop. Today we look after courts that are true to size, and the people who play on them.`,
  aboutPoints: [
    {
      title: 'Facilities',
      text: 'Outdoor and indoor courts to the full 20 by 44 feet, even light, lockers, parking, washrooms and a place to sit down afterwards.',
    },
    {
      title: 'Coaching',
      text: 'Coaches who play, groups by level, and one-to-one hours for the shot that keeps going into the net.',
    },
    {
      title: 'Community',
      text: 'A group for each venue, open play for whoever turns up, and always room for a fourth.',
    },
    {
      title: 'Tournaments and events',
      text: 'Ladders on Fridays, leagues by season, round robins for companies and schools.',
    },
    { title: 'Equipment', text: 'Paddles and a fresh ball come with the court. Bring shoes that leave no marks.' },
  ],
  aboutAction: 'Find a court',

  contactTitle: 'Contact us',
  contactLead: 'A question, a lost paddle, a birthday with forty guests: write or call, we are usually near a court.',
  call: 'Call us',
  write: 'Write to us',
  chat: 'Chat on WhatsApp',
  community: 'Join the community',
  socials: 'Follow the rallies',
  instagram: 'Instagram',
  facebook: 'Facebook',
  map: (name: string) => `Map of ${name}`,
  directions: 'Get directions',
  hoursTitle: 'Opening hours',
  everyDay: 'Every day',
  dayOff: 'closed',
  fromTo: (first: string, last: string) => `${first} – ${last}`,
  aboutNumbers: (venues: number, courts: number) =>
    `${plural(venues, { one: '1 venue', other: `${venues} venues` })}, ${plural(courts, { one: '1 court', other: `${courts} courts` })}`,
  complaints: 'Something went wrong?',
  complaintsText: (officer: string) => `Our grievance officer, ${officer}, answers within 48 hours.`,
  complaintsUnnamed: 'Tell us. You hear from us within 48 hours.',

  notFoundTitle: "Oops.! you've lost",
  notFoundText: 'Sorry, there is no page at this address. Let us take you back.',
  goBack: 'Go Back',
  loading: 'Loading this page…',
});
