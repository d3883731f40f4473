import { catalogue } from '@/lib/language';

/** Texts of the home page below its first screen. */
export const belowTexts = catalogue('below', {
  why: 'Why we play here',
  points: {
    community: {
      title: 'Community driven',
      text: 'Regulars who make room for newcomers, and a group that always has a fourth.',
    },
    facilities: {
      title: 'Top notch facilities',
      text: 'True-to-size courts, good light after dark, lockers, parking and something to drink.',
    },
    events: {
      title: 'Exciting events',
      text: 'Leagues, round robins and Friday ladders. Come alone, leave with a team.',
    },
    coaching: {
      title: 'World class coaching',
      text: 'From the first dink to the third-shot drop, with coaches who still play.',
    },
  },

  venues: 'Where we play',
  venuesText: 'Every court to scale, every price beside what it buys.',
  courts: (outdoor: number, indoor: number) =>
    [outdoor > 0 ? `${outdoor} outdoor` : '', indoor > 0 ? `${indoor} indoor` : ''].filter(Boolean).join(' · '),
  from: (price: string) => `from ${price}`,
  choose: (venue: string) => `See times at ${venue}`,
  venuesFailed: 'Unable to retrieve locations. Please try again after a moment.',
  retry: 'Try again',
  slow: 'Still trying. The connection is slow today.',
  venuesEmpty: 'Looks like our venues are recharging. Check back soon for updates!',
  allVenues: 'All venues',
  community: 'Short of a fourth?',
  communityText: 'Join the group, say when you are free, and somebody brings a paddle.',
  joinCommunity: 'Join the community',
});
