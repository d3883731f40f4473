import type * as standingFile from '@/desk/standing/texts';
import { plural } from '@/lib/language';
import type { CataloguesOf } from '../catalogues-of';

/** How well the venue knows a player, in Hindi. */
export const deskStanding: CataloguesOf<typeof standingFile> = {
  standing: {
    new: 'नए',
    known: 'परिचित',
    regular: 'नियमित',
    paysFirst: 'पहले भुगतान',
    blocked: 'ब्लॉक',
    newWhy: 'अभी तक कोई खेल नहीं खेला।',
    knownWhy: 'यहाँ खेल चुके हैं।',
    regularWhy: 'पाँच या ज़्यादा खेल।',
    paysFirstWhy: (strikes) => `${strikes} खेल ${plural(strikes, { one: 'छोड़ा', other: 'छोड़े' })}: बुक करते समय भुगतान करें।`,
    blockedWhy: (day, reason) => `${day} तक: ${reason}`,
    bookAllTheSame: (name) => `${name} ब्लॉक हैं। फिर भी बुक करें।`,
  },
};
