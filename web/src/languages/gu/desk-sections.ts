import type * as file from '@/desk/set-up/sections-texts';
import type { CataloguesOf } from '../catalogues-of';

/** The screens of the set-up, in Gujarati. */
export const deskSections: CataloguesOf<typeof file> = {
  sections: {
    title: 'સેટ-અપ',
    text: 'તમારી બ્રાન્ડ, તમારા કોર્ટ, તમારા લોકો, અને તમારું સાઇન ઇન.',
    welcome: (name) => `સ્વાગત છે, ${name}`,
    welcomeText: 'ત્રણ પગલાં, આશરે દસ મિનિટ, અને ખેલાડીઓ બુક કરી શકે.',
    groups: { venue: 'તમારો વ્યવસાય', people: 'તમારા લોકો', records: 'શું થયું', you: 'તમે' },
    names: {
      brand: 'બ્રાન્ડ અને લખાણ',
      venues: 'સ્થળો અને કોર્ટ',
      hours: 'ખુલવાનો સમય',
      prices: 'ભાવ',
      coupons: 'કૂપન',
      staff: 'સ્ટાફ',
      messages: 'સંદેશા',
      audit: 'ઑડિટ',
      keys: 'તમારું સાઇન ઇન, ડિવાઇસ અને દેખાવ',
    },
    about: {
      brand: 'નામ, લોગો, રંગ, લિંક, નિયમો',
      venues: 'સરનામાં, ચિત્રો, કોર્ટ ઉમેરવા અને હટાવવા',
      hours: 'અઠવાડિયું, રજાઓ, કેટલા વહેલા બુક થાય',
      prices: 'દરેક કલાકનો ભાવ, અને કયા દિવસથી',
      coupons: 'ભાવ ઘટાડતા કોડ',
      staff: 'કોણ, કઈ ભૂમિકામાં અને ક્યાં સાઇન ઇન કરે',
      messages: 'ખેલાડીઓને શું કહેવાયું',
      audit: 'ડેસ્ક પર કોણે શું કર્યું',
      keys: 'પાસકી, પિન, સેશન, ભાષા, શૉર્ટકટ',
    },
    steps: 'તમારાં પહેલાં પગલાં',
    brandStep: 'કહો તમે કોણ છો',
    brandText: 'તમારું નામ, ફોન અને સરનામું. ખેલાડીઓ તે દરેક પેજ પર અને રસીદ પર જુએ છે.',
    brandGo: 'બ્રાન્ડ સેટ કરો',
    venueStep: 'પહેલું સ્થળ ઉમેરો',
    venueText: 'ક્યાં છે, કેટલા કોર્ટ છે, ક્યારે ખુલે છે અને એક કલાકનો ભાવ.',
    venueGo: 'સ્થળ ઉમેરો',
    staffStep: 'તમારા લોકોને ઉમેરો',
    staffText: 'મેનેજર અને ક્લાર્કને લિંક મળે છે અને તેઓ પોતાના ફોનથી સાઇન ઇન કરે છે. આ પછી પણ થઈ શકે.',
    staffGo: 'સ્ટાફ ઉમેરો',
    done: 'થઈ ગયું',
    change: 'બદલો',
  },
};
