import type * as standingFile from '@/desk/standing/texts';
import { plural } from '@/lib/language';
import type { CataloguesOf } from '../catalogues-of';

/** How well the venue knows a player, in Marathi. */
export const deskStanding: CataloguesOf<typeof standingFile> = {
  standing: {
    new: 'नवे',
    known: 'परिचित',
    regular: 'नियमित',
    paysFirst: 'आधी पैसे',
    blocked: 'ब्लॉक',
    newWhy: 'अजून एकही खेळ खेळलेला नाही.',
    knownWhy: 'इथे खेळले आहेत.',
    regularWhy: 'पाच किंवा जास्त खेळ.',
    paysFirstWhy: (strikes) => `${strikes} खेळ ${plural(strikes, { one: 'चुकवला', other: 'चुकवले' })}: बुक करताना पैसे द्यावेत.`,
    blockedWhy: (day, reason) => `${day} पर्यंत: ${reason}`,
    bookAllTheSame: (name) => `${name} ब्लॉक आहेत. तरीही बुक करा.`,
  },
};
