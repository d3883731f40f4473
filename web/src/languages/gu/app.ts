import type * as footerFile from '@/app/footer-texts';
import type * as layerFile from '@/app/layer-texts';
import type * as shellFile from '@/app/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The shell in Gujarati. */
export const app: CataloguesOf<typeof shellFile & typeof layerFile & typeof footerFile> = {
  shell: {
    skipToContent: 'સીધા મુખ્ય ભાગ પર જાઓ',
    mainNavigation: 'મુખ્ય',
    home: 'હોમ',
    play: 'રમો',
    aboutUs: 'અમારા વિશે',
    contactUs: 'સંપર્ક કરો',
    login: 'લૉગિન',
    profile: 'તમારી પ્રોફાઇલ',
    openMenu: 'મેનૂ',
    theme: 'થીમ',
    themes: { system: 'ઑટો', light: 'લાઇટ', dark: 'ડાર્ક' },
    loading: 'બસ એક ક્ષણ…',
    errorTitle: 'કંઈક ગરબડ થઈ',
    errorText: 'આ સ્ક્રીન પર કંઈક ગરબડ થઈ. ફરી પ્રયત્ન કરો; તમારાં બુકિંગ સલામત છે.',
    staleTitle: 'આ સ્ક્રીન લોડ ન થઈ',
    staleText: 'ઍપ અપડેટ થઈ, અથવા નેટવર્ક નથી. આગળ વધવા રીલોડ કરો.',
    tryAgain: 'ફરી પ્રયત્ન કરો',
    reload: 'રીલોડ કરો',
    goHome: 'હોમ પેજ પર જાઓ',
  },
  layer: {
    overlay: 'કામ ચાલુ છે…',
    offline: 'તમે ઑફલાઇન છો. જે દેખાય છે તે જૂનું હોઈ શકે, અને બુકિંગ ઇન્ટરનેટ પાછું આવે પછી જ થઈ શકશે.',
    configText: 'સર્વરનો જવાબ ન આવ્યો. તમારું કનેક્શન તપાસો અથવા થોડી વારમાં ફરી પ્રયત્ન કરો.',
    sessionEnded: 'તમારું સેશન પૂરું થયું. આગળ વધવા ફરી સાઇન ઇન કરો.',
    tryAgain: 'ફરી પ્રયત્ન કરો',
  },
  footer: {
    play: 'રમો',
    aboutUs: 'અમારા વિશે',
    contactUs: 'સંપર્ક કરો',
    footerNavigation: 'ફૂટર',
    privacyPolicy: 'ગોપનીયતા નીતિ',
    terms: 'નિયમો અને શરતો',
    refundPolicy: 'કેન્સલેશન અને રિફંડ નીતિ',
    instagram: 'Instagram',
    facebook: 'Facebook',
    whatsapp: 'WhatsApp',
    copyright: (year, name) => `© ${year} ${name}`,
    footerLine: 'કિચન લાઇન પર મળીએ.',
  },
};
