import { catalogue } from '@/lib/language';

/** Descriptions of the pages for search engines and link previews. */
export const headTexts = catalogue('head', {
  /** For browsers without JavaScript. */
  noScript:
    'Booking a court online needs JavaScript. Please switch it on and reload this page, or call us: we book it for you.',
  /** The same for an operator without a phone number. */
  noScriptNoPhone: 'Booking a court online needs JavaScript. Please switch it on and reload this page.',
  /** For a page whose scripts did not load. */
  notStarted:
    'This page did not load completely, so its buttons do not work. Reload it, or try again in a few minutes.',
  home: (name: string) =>
    `Book a pickleball court at ${name}: pick a venue, an hour and a court. Done in under a minute.`,
  location: (name: string, venues: string) => `Choose where to play pickleball with ${name}: ${venues}.`,
  timeDate: (venue: string, place: string) =>
    `Free pickleball hours and prices at ${venue}, ${place}, for the coming days.`,
  aboutUs: (name: string) => `Who ${name} are, and why we play pickleball.`,
  contactUs: (name: string, address: string) => `How to reach ${name}: ${address}.`,
  privacyPolicy: (name: string) => `What ${name} know about you, why, and how to have it corrected or erased.`,
  terms: (name: string) => `The rules of booking and playing at ${name}.`,
  refundPolicy: (name: string) => `Until when a booking at ${name} can be cancelled, and how refunds are paid.`,
});
