import type * as printFile from '@/desk/print/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The day on paper, in Marathi. */
export const deskPrint: CataloguesOf<typeof printFile> = {
  print: {
    noNumber: 'नंबर नाही',
    title: 'दिवस छापा',
    print: 'छापा',
    back: 'बोर्डवर परत',
    asOf: (time) => `${time} पर्यंत`,
    hours: (from, to) => `${from} ते ${to}`,
    court: 'कोर्ट',
    paid: 'पैसे दिले',
    due: (amount) => `${amount} बाकी`,
    arrived: 'आले',
    absent: 'आले नाहीत',
    booking: 'बुक होत आहे',
    summary: (bookings, due) => `${bookings} बुकिंग, ${due} बाकी`,
    sheet: (number, of) => `${of} पैकी पान ${number}`,
    loading: 'दिवस लोड होत आहे…',
    failed: 'दिवस लोड झाला नाही',
    retry: 'पुन्हा प्रयत्न करा',
    noVenue: 'हे तुमचे ठिकाण नाही.',
    closed: 'या दिवशी ठिकाण बंद आहे.',
  },
};
