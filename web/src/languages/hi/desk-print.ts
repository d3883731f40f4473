import type * as printFile from '@/desk/print/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The day on paper, in Hindi. */
export const deskPrint: CataloguesOf<typeof printFile> = {
  print: {
    noNumber: 'नंबर नहीं',
    title: 'दिन प्रिंट करें',
    print: 'प्रिंट करें',
    back: 'बोर्ड पर वापस',
    asOf: (time) => `${time} तक`,
    hours: (from, to) => `${from} से ${to}`,
    court: 'कोर्ट',
    paid: 'भुगतान हुआ',
    due: (amount) => `${amount} बाक़ी`,
    arrived: 'आ गए',
    absent: 'नहीं आए',
    booking: 'बुक हो रहा है',
    summary: (bookings, due) => `${bookings} बुकिंग, ${due} बाक़ी`,
    sheet: (number, of) => `${of} में से पन्ना ${number}`,
    loading: 'दिन लोड हो रहा है…',
    failed: 'दिन लोड नहीं हुआ',
    retry: 'फिर कोशिश करें',
    noVenue: 'यह आपका वेन्यू नहीं है।',
    closed: 'इस दिन वेन्यू बंद है।',
  },
};
