import type * as standingFile from '@/desk/standing/texts';
import type { CataloguesOf } from '../catalogues-of';

/** How well the venue knows a player, in Gujarati. */
export const deskStanding: CataloguesOf<typeof standingFile> = {
  standing: {
    new: 'નવા',
    known: 'પરિચિત',
    regular: 'નિયમિત',
    paysFirst: 'પહેલાં ચુકવણી',
    blocked: 'બ્લોક',
    newWhy: 'હજી કોઈ રમત રમ્યા નથી.',
    knownWhy: 'અહીં રમ્યા છે.',
    regularWhy: 'પાંચ કે વધુ રમત.',
    paysFirstWhy: (strikes) => `${strikes} રમત ચૂક્યા: બુક કરતી વખતે ચૂકવે.`,
    blockedWhy: (day, reason) => `${day} સુધી: ${reason}`,
    bookAllTheSame: (name) => `${name} બ્લોક છે. છતાં બુક કરો.`,
  },
};
