import type * as failureFile from '@/api/failure-texts';
import type * as courtNameFile from '@/lib/court-name-texts';
import type * as uiFile from '@/ui/texts';
import type { CataloguesOf } from '../catalogues-of';

/** What every screen shares, in Hindi: the primitives' own words, failed calls, court names. */
export const shared: CataloguesOf<typeof uiFile & typeof failureFile & typeof courtNameFile> = {
  ui: {
    language: 'भाषा',
    languageFailed: 'वह भाषा लोड नहीं हुई। थोड़ी देर में फिर कोशिश कीजिए।',
    dismiss: 'हटाएँ',
    close: 'बंद करें',
    slideToPay: 'पे करने के लिए स्लाइड करें',
    insteadOf: 'पहले',
    stepTitle: 'वेन्यू',
    stepSubtitle: 'आप कहाँ खेलना चाहेंगे?',
    showPassword: 'पासवर्ड दिखाएँ',
    hidePassword: 'पासवर्ड छिपाएँ',
    digit: (position, length) => `${length} में से अंक ${position}`,
    minutesLeft: (minutes) => `${minutes} मिनट बाक़ी`,
    secondsLeft: (seconds) => `${seconds} सेकंड बाक़ी`,
  },
  failure: {
    offline: 'लगता है आप ऑफ़लाइन हैं। अपना कनेक्शन देखकर फिर कोशिश कीजिए।',
    network: 'हम सर्वर तक नहीं पहुँच पाए। अपना कनेक्शन देखकर फिर कोशिश कीजिए।',
    timeout: 'सर्वर बहुत समय ले रहा है। थोड़ी देर में फिर कोशिश कीजिए।',
    unknownOutcome: 'पता नहीं चला कि वह पूरा हुआ या नहीं। फिर कोशिश कीजिए; कुछ भी दो बार नहीं होता।',
    ended: 'आपका सेशन ख़त्म हो गया है। आगे बढ़ने के लिए फिर साइन इन कीजिए।',
    other: 'हमारी तरफ़ कुछ गड़बड़ हुई। कृपया फिर कोशिश कीजिए।',
    wait: (seconds) =>
      seconds >= 90
        ? `कृपया लगभग ${Math.ceil(seconds / 60)} मिनट रुककर फिर कोशिश कीजिए।`
        : `कृपया ${seconds} सेकंड रुककर फिर कोशिश कीजिए।`,
  },
  courtName: { numbered: (number) => `कोर्ट ${number}` },
};
