import type * as failureFile from '@/api/failure-texts';
import type * as courtNameFile from '@/lib/court-name-texts';
import type * as uiFile from '@/ui/texts';
import type { CataloguesOf } from '../catalogues-of';

/** What every screen shares, in Marathi: the primitives' own words, failed calls, court names. */
export const shared: CataloguesOf<typeof uiFile & typeof failureFile & typeof courtNameFile> = {
  ui: {
    language: 'भाषा',
    languageFailed: 'ती भाषा लोड झाली नाही. थोड्या वेळाने पुन्हा प्रयत्न करा.',
    dismiss: 'काढून टाका',
    close: 'बंद करा',
    slideToPay: 'पैसे देण्यासाठी सरकवा',
    insteadOf: 'आधी',
    stepTitle: 'ठिकाण',
    stepSubtitle: 'तुम्हाला कुठे खेळायला आवडेल?',
    showPassword: 'पासवर्ड दाखवा',
    hidePassword: 'पासवर्ड लपवा',
    digit: (position, length) => `${length} पैकी अंक ${position}`,
    minutesLeft: (minutes) => (minutes === 1 ? '1 मिनिट उरले' : `${minutes} मिनिटे उरली`),
    secondsLeft: (seconds) => `${seconds} सेकंद उरले`,
  },
  failure: {
    offline: 'तुम्ही ऑफलाइन आहात असे दिसते. कनेक्शन तपासून पुन्हा प्रयत्न करा.',
    network: 'आम्ही सर्व्हरपर्यंत पोहोचू शकलो नाही. कनेक्शन तपासून पुन्हा प्रयत्न करा.',
    timeout: 'सर्व्हर खूप वेळ घेत आहे. थोड्या वेळाने पुन्हा प्रयत्न करा.',
    unknownOutcome: 'ते पूर्ण झाले का हे कळले नाही. पुन्हा प्रयत्न करा; काहीही दोनदा होत नाही.',
    ended: 'तुमचे सेशन संपले आहे. पुढे जाण्यासाठी पुन्हा साइन इन करा.',
    other: 'आमच्या बाजूने काहीतरी बिघडले. कृपया पुन्हा प्रयत्न करा.',
    wait: (seconds) =>
      seconds >= 90
        ? `कृपया साधारण ${Math.ceil(seconds / 60)} मिनिटे थांबून पुन्हा प्रयत्न करा.`
        : `कृपया ${seconds} सेकंद थांबून पुन्हा प्रयत्न करा.`,
  },
  courtName: { numbered: (number) => `कोर्ट ${number}` },
};
