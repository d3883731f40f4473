import type * as belowFile from '@/features/home/below-texts';
import type * as homeFile from '@/features/home/texts';
import { hourWithPartOfDay } from '../hour-with-part-of-day';
import type { CataloguesOf } from '../catalogues-of';

/** "7:00 PM" → "સાંજે 7:00"; the sentence adds "વાગ્યે" ("o'clock"). */
const gujaratiHour = hourWithPartOfDay({ morning: 'સવારે', noon: 'બપોરે', evening: 'સાંજે', night: 'રાત્રે' });

/** The home page in Gujarati. */
export const home: CataloguesOf<typeof homeFile & typeof belowFile> = {
  home: {
    hero: 'પિકલબૉલ, તમારી સ્ટાઇલમાં',
    bookNow: 'હમણાં કોર્ટ બુક કરો',
    register: 'હમણાં રજિસ્ટર કરો',
    seeCourts: 'ખાલી કોર્ટ જુઓ',
    lead: 'વેન્યૂ, સમય અને કોર્ટ પસંદ કરો. એક મિનિટથી ઓછામાં થઈ ગયું.',
    tonight: (free, when) => `${when} આખા શહેરમાં ${free} કોર્ટ ખાલી છે. એક મિનિટથી ઓછામાં તમારો કરી લો.`,
    tonightAt: (time) => `આજે ${gujaratiHour(time)} વાગ્યે`,
    todayAt: (time) => `આજે ${gujaratiHour(time)} વાગ્યે`,
    entries: 'રમવાની રીતો',
    play: { title: 'હમણાં રમો', text: 'વેન્યૂ પસંદ કરો' },
    coaching: { title: 'કોચિંગ', text: 'ચેટ કરો' },
    membership: { title: 'મેમ્બરશિપ', text: 'ટૂંક સમયમાં' },
  },
  below: {
    why: 'અમે અહીં કેમ રમીએ છીએ',
    points: {
      community: {
        title: 'આપણી ટોળી',
        text: 'જૂના ખેલાડીઓ જે નવા માટે જગ્યા કરે, અને એક ગ્રુપ જ્યાં ચોથો હંમેશાં મળી રહે.',
      },
      facilities: {
        title: 'શાનદાર સુવિધાઓ',
        text: 'પૂરા માપના કોર્ટ, અંધારા પછી પણ સારી લાઇટ, લૉકર, પાર્કિંગ અને પીવા માટે કંઈક.',
      },
      events: {
        title: 'મજાની ઇવેન્ટ',
        text: 'લીગ, રાઉન્ડ રોબિન અને શુક્રવારની મેચો. એકલા આવો, ટીમ સાથે જાઓ.',
      },
      coaching: {
        title: 'વર્લ્ડ ક્લાસ કોચિંગ',
        text: 'પહેલી ડિંકથી થર્ડ-શૉટ ડ્રૉપ સુધી, એવા કોચ સાથે જે આજે પણ રમે છે.',
      },
    },
    venues: 'અમે ક્યાં રમીએ છીએ',
    venuesText: 'દરેક કોર્ટ સાચા માપમાં, દરેક ભાવ તેની સાથે લખેલો.',
    courts: (outdoor, indoor) =>
      [outdoor > 0 ? `${outdoor} આઉટડોર` : '', indoor > 0 ? `${indoor} ઇનડોર` : ''].filter(Boolean).join(' · '),
    from: (price) => `${price} થી`,
    choose: (venue) => `${venue} ના સમય જુઓ`,
    venuesFailed: 'વેન્યૂ મળ્યાં નહીં. કૃપા કરીને થોડી વારમાં ફરી પ્રયત્ન કરો.',
    retry: 'ફરી પ્રયત્ન કરો',
    slow: 'પ્રયત્ન ચાલુ છે. આજે કનેક્શન ધીમું છે.',
    venuesEmpty: 'લાગે છે અમારાં વેન્યૂ ચાર્જ થઈ રહ્યાં છે. જલદી ફરી જોજો!',
    allVenues: 'બધાં વેન્યૂ',
    community: 'ચોથો ખેલાડી જોઈએ છે?',
    communityText: 'ગ્રુપમાં આવો, કહો તમે ક્યારે ફ્રી છો, અને કોઈ ને કોઈ પૅડલ લઈને આવી જશે.',
    joinCommunity: 'ગ્રુપમાં જોડાઓ',
  },
};
