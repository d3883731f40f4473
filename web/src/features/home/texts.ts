import { catalogue } from '@/lib/language';

/** Texts of the home page (spec §1); brand texts come from app-config. */
export const homeTexts = catalogue('home', {
  hero: 'pickleball, your way',
  bookNow: 'Book a court now',
  register: 'Register Now',
  seeCourts: 'See free courts',
  lead: 'Pick a venue, an hour and a court. Done in under a minute.',
  tonight: (free: number, when: string) =>
    `${free} ${free === 1 ? 'court' : 'courts'} free across the city ${when}. Grab one in under a minute.`,
  tonightAt: (time: string) => `tonight at ${time}`,
  todayAt: (time: string) => `today at ${time}`,

  entries: 'Ways to play',
  play: { title: 'Play now', text: 'Pick a venue' },
  coaching: { title: 'Coaching', text: 'Chat with us' },
  membership: { title: 'Membership', text: 'Coming Soon' },
});
