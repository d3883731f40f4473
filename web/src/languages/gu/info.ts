import type * as headFile from '@/app/head-texts';
import type * as infoFile from '@/features/info/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The information pages in Gujarati, and what link previews tell. */
export const info: CataloguesOf<typeof infoFile & typeof headFile> = {
  info: {
    onThisPage: 'આ પેજ પર',
    inEffect: '{since} થી અમલમાં',
    beforeStart: 'શરૂ થતાં પહેલાં',
    longBeforeStart: (time) => `શરૂ થવાના ${time}થી વધુ પહેલાં`,
    oneMonth: '1 મહિના',
    daysAhead: (days) => `${days} દિવસ`,
    courtsOfVenue: (venue, courts) => `${venue} (${courts} કોર્ટ)`,
    failed: 'આ પેજ લોડ ન થયું',
    retry: 'ફરી પ્રયત્ન કરો',
    englishBinding: 'જ્યાં કાયદો મંજૂરી આપે, ત્યાં આ લખાણનું અંગ્રેજી રૂપ જ માન્ય છે.',
    aboutTitle: 'અમારા વિશે',
    aboutLead: (name) =>
      `${name} ની શરૂઆત બૅડમિન્ટનના ફ્લોર પર ટેપની બે લાઇન અને ચાર મિત્રોથી થઈ, જે અટકી જ ન શક્યા. આજે અમે પૂરા માપના કોર્ટ અને તેના પર રમનારાઓનું ધ્યાન રાખીએ છીએ.`,
    aboutPoints: [
      {
        title: 'સુવિધાઓ',
        text: 'પૂરા 20 બાય 44 ફૂટના આઉટડોર અને ઇનડોર કોર્ટ, એકસરખી લાઇટ, લૉકર, પાર્કિંગ, વૉશરૂમ અને પછી બેસવાની જગ્યા.',
      },
      {
        title: 'કોચિંગ',
        text: 'રમતા કોચ, લેવલ પ્રમાણે ગ્રુપ, અને વારંવાર નેટમાં જતા શૉટ માટે કોચ સાથે વન-ટુ-વન કલાક.',
      },
      {
        title: 'કમ્યુનિટી',
        text: 'દરેક વેન્યૂનું પોતાનું ગ્રુપ, જે આવે તેના માટે ઓપન પ્લે, અને ચોથા માટે હંમેશાં જગ્યા.',
      },
      {
        title: 'ટુર્નામેન્ટ અને ઇવેન્ટ',
        text: 'શુક્રવારની મેચો, સીઝનની લીગ, કંપનીઓ અને સ્કૂલો માટે રાઉન્ડ રોબિન.',
      },
      { title: 'સાધનો', text: 'પૅડલ અને નવો બૉલ કોર્ટ સાથે મળે છે. નિશાન ન પાડે એવાં શૂઝ લાવજો.' },
    ],
    aboutAction: 'કોર્ટ શોધો',
    contactTitle: 'સંપર્ક કરો',
    contactLead: 'કોઈ સવાલ, ખોવાયેલું પૅડલ, ચાળીસ મહેમાનવાળો જન્મદિવસ: લખો કે ફોન કરો, અમે મોટેભાગે કોર્ટની પાસે જ હોઈએ છીએ.',
    call: 'ફોન કરો',
    write: 'અમને લખો',
    chat: 'WhatsApp પર ચેટ કરો',
    community: 'ગ્રુપમાં જોડાઓ',
    socials: 'રૅલીઓ ફૉલો કરો',
    instagram: 'Instagram',
    facebook: 'Facebook',
    map: (name) => `${name} નો મૅપ`,
    directions: 'રસ્તો જુઓ',
    hoursTitle: 'ખૂલવાનો સમય',
    everyDay: 'દરરોજ',
    dayOff: 'બંધ',
    fromTo: (first, last) => `${first} – ${last}`,
    aboutNumbers: (venues, courts) => `${venues} વેન્યૂ, ${courts} કોર્ટ`,
    complaints: 'કંઈ ખોટું થયું?',
    complaintsText: (officer) => `અમારા ફરિયાદ અધિકારી, ${officer}, 48 કલાકમાં જવાબ આપે છે.`,
    complaintsUnnamed: 'અમને જણાવો. 48 કલાકમાં તમને જવાબ મળશે.',
    notFoundTitle: 'અરે! તમે ભૂલા પડ્યા',
    notFoundText: 'માફ કરશો, આ સરનામે કોઈ પેજ નથી. ચાલો, પાછા જઈએ.',
    goBack: 'પાછા જાઓ',
    loading: 'આ પેજ લોડ થઈ રહ્યું છે…',
  },
  head: {
    noScript: 'ઑનલાઇન કોર્ટ બુક કરવા JavaScript જોઈએ. તે ચાલુ કરીને પેજ ફરી લોડ કરો, અથવા અમને ફોન કરો: અમે બુક કરી આપીશું.',
    noScriptNoPhone: 'ઑનલાઇન કોર્ટ બુક કરવા JavaScript જોઈએ. તે ચાલુ કરીને પેજ ફરી લોડ કરો.',
    notStarted: 'આ પેજ પૂરું લોડ થયું નથી, તેથી તેનાં બટન કામ કરતાં નથી. તેને રીલોડ કરો, અથવા થોડી મિનિટ પછી ફરી પ્રયત્ન કરો.',
    home: (name) => `${name} માં પિકલબૉલ કોર્ટ બુક કરો: વેન્યૂ, સમય અને કોર્ટ પસંદ કરો. એક મિનિટથી ઓછામાં થઈ ગયું.`,
    location: (name, venues) => `${name} સાથે પિકલબૉલ ક્યાં રમવું, પસંદ કરો: ${venues}.`,
    timeDate: (venue, place) => `આવનારા દિવસો માટે ${venue}, ${place} માં ખાલી પિકલબૉલ કલાક અને ભાવ.`,
    aboutUs: (name) => `${name} કોણ છે, અને અમે પિકલબૉલ કેમ રમીએ છીએ.`,
    contactUs: (name, address) => `${name} સુધી કેવી રીતે પહોંચવું: ${address}.`,
    privacyPolicy: (name) => `${name} તમારા વિશે શું જાણે છે, કેમ, અને તે સુધારાવવા કે ભૂંસાવવાની રીત.`,
    terms: (name) => `${name} માં બુકિંગ અને રમવાના નિયમો.`,
    refundPolicy: (name) => `${name} નું બુકિંગ ક્યાં સુધી કેન્સલ થઈ શકે, અને રિફંડ કેવી રીતે મળે.`,
  },
};
