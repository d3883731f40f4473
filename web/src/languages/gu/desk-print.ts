import type * as printFile from '@/desk/print/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The day on paper, in Gujarati. */
export const deskPrint: CataloguesOf<typeof printFile> = {
  print: {
    noNumber: 'નંબર નથી',
    title: 'દિવસ પ્રિન્ટ કરો',
    print: 'પ્રિન્ટ કરો',
    back: 'બોર્ડ પર પાછા',
    asOf: (time) => `${time} સુધીનું`,
    hours: (from, to) => `${from} થી ${to}`,
    court: 'કોર્ટ',
    paid: 'ચૂકવાઈ ગયું',
    due: (amount) => `${amount} બાકી`,
    arrived: 'આવી ગયા',
    absent: 'આવ્યા નથી',
    booking: 'બુક થઈ રહ્યું છે',
    summary: (bookings, due) => `${bookings} બુકિંગ, ${due} બાકી`,
    sheet: (number, of) => `${of} માંથી પાનું ${number}`,
    loading: 'દિવસ લોડ થઈ રહ્યો છે…',
    failed: 'દિવસ લોડ થયો નહીં',
    retry: 'ફરી પ્રયત્ન કરો',
    noVenue: 'આ તમારું વેન્યૂ નથી.',
    closed: 'આ દિવસે વેન્યૂ બંધ છે.',
  },
};
