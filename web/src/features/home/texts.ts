/** The words of the home page (spec §1); brand words come from app-config. */
export const homeTexts = {
  title: 'Home',
  hero: 'pickleball, your way',
  bookNow: 'Book a court now',
  register: 'Register Now',
  look: 'See free courts',
  lead: 'Pick a venue, an hour and a court. Done in under a minute.',
  tonight: (free: number, when: string) =>
    `${free} ${free === 1 ? 'court' : 'courts'} free across the city ${when}. Grab one in under a minute.`,
  tonightAt: (time: string) => `tonight at ${time}`,
  todayAt: (time: string) => `today at ${time}`,

  entries: 'Ways to play',
  play: { title: 'Play now', text: 'Pick a venue' },
  coaching: { title: 'Coaching', text: 'Chat with us' },
  membership: { title: 'Membership', text: 'Coming Soon' },

  why: 'Why we play here',
  points: [
    { title: 'Community driven', text: 'Regulars who make room for newcomers, and a group that always has a fourth.' },
    { title: 'Top notch facilities', text: 'True-to-size courts, good light after dark, lockers, parking and something to drink.' },
    { title: 'Exciting events', text: 'Leagues, round robins and Friday ladders. Come alone, leave with a team.' },
    { title: 'World class coaching', text: 'From the first dink to the third-shot drop, with coaches who still play.' },
  ],

  venues: 'Where we play',
  venuesText: 'Every court to scale, every price beside what it buys.',
  courts: (outdoor: number, indoor: number) =>
    [outdoor > 0 ? `${outdoor} outdoor` : '', indoor > 0 ? `${indoor} indoor` : ''].filter(Boolean).join(' · '),
  choose: (venue: string) => `See times at ${venue}`,
  venuesFailed: 'Unable to retrieve locations. Please try again after a moment.',
  venuesEmpty: 'Looks like our venues are recharging. Check back soon for updates!',
  allVenues: 'All venues',
  community: 'Short of a fourth?',
  communityText: 'Join the group, say when you are free, and somebody brings a paddle.',
  joinCommunity: 'Join the community',
};
