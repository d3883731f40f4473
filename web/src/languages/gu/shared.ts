import type * as failureFile from '@/api/failure-texts';
import type * as courtNameFile from '@/lib/court-name-texts';
import type * as uiFile from '@/ui/texts';
import type { CataloguesOf } from '../catalogues-of';

/** What every screen shares, in Gujarati: the primitives' own words, failed calls, court names. */
export const shared: CataloguesOf<typeof uiFile & typeof failureFile & typeof courtNameFile> = {
  ui: {
    language: 'ભાષા',
    languageFailed: 'એ ભાષા લોડ ન થઈ. થોડી વારમાં ફરી પ્રયત્ન કરો.',
    dismiss: 'હટાવો',
    close: 'બંધ કરો',
    slideToPay: 'ચૂકવવા સ્લાઇડ કરો',
    insteadOf: 'પહેલાં',
    stepTitle: 'વેન્યૂ',
    stepSubtitle: 'તમે ક્યાં રમવા માગો છો?',
    showPassword: 'પાસવર્ડ બતાવો',
    hidePassword: 'પાસવર્ડ છુપાવો',
    digit: (position, length) => `${length} માંથી આંકડો ${position}`,
    minutesLeft: (minutes) => `${minutes} મિનિટ બાકી`,
    secondsLeft: (seconds) => `${seconds} સેકન્ડ બાકી`,
  },
  failure: {
    offline: 'લાગે છે તમે ઑફલાઇન છો. તમારું કનેક્શન તપાસીને ફરી પ્રયત્ન કરો.',
    network: 'અમે સર્વર સુધી પહોંચી ન શક્યા. તમારું કનેક્શન તપાસીને ફરી પ્રયત્ન કરો.',
    timeout: 'સર્વર બહુ વાર લગાડે છે. થોડી વારમાં ફરી પ્રયત્ન કરો.',
    unknownOutcome: 'તે પૂરું થયું કે નહીં તે ખબર ન પડી. ફરી પ્રયત્ન કરો; કંઈ બે વાર થતું નથી.',
    ended: 'તમારું સેશન પૂરું થયું. આગળ વધવા ફરી સાઇન ઇન કરો.',
    other: 'અમારી બાજુ કંઈક ગરબડ થઈ. કૃપા કરીને ફરી પ્રયત્ન કરો.',
    wait: (seconds) =>
      seconds >= 90
        ? `કૃપા કરીને આશરે ${Math.ceil(seconds / 60)} મિનિટ રોકાઈને ફરી પ્રયત્ન કરો.`
        : `કૃપા કરીને ${seconds} સેકન્ડ રોકાઈને ફરી પ્રયત્ન કરો.`,
  },
  courtName: { numbered: (number) => `કોર્ટ ${number}` },
};
