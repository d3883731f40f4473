import type * as footerFile from '@/app/footer-texts';
import type * as layerFile from '@/app/layer-texts';
import type * as shellFile from '@/app/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The shell in Hindi. */
export const app: CataloguesOf<typeof shellFile & typeof layerFile & typeof footerFile> = {
  shell: {
    skipToContent: 'सीधे मुख्य हिस्से पर जाएँ',
    mainNavigation: 'मुख्य',
    home: 'होम',
    play: 'खेलें',
    aboutUs: 'हमारे बारे में',
    contactUs: 'संपर्क करें',
    login: 'लॉगिन',
    profile: 'आपकी प्रोफ़ाइल',
    openMenu: 'मेन्यू',
    theme: 'थीम',
    themes: { system: 'ऑटो', light: 'लाइट', dark: 'डार्क' },
    loading: 'बस एक पल…',
    errorTitle: 'कुछ गड़बड़ हुई',
    errorText: 'इस स्क्रीन पर कुछ गड़बड़ हुई। फिर कोशिश कीजिए; आपकी बुकिंग सुरक्षित हैं।',
    staleTitle: 'यह स्क्रीन लोड नहीं हुई',
    staleText: 'ऐप अपडेट हुआ, या नेटवर्क नहीं है। आगे बढ़ने के लिए रीलोड कीजिए।',
    tryAgain: 'फिर कोशिश करें',
    reload: 'रीलोड करें',
    goHome: 'होम पेज पर जाएँ',
  },
  layer: {
    overlay: 'काम हो रहा है…',
    offline: 'आप ऑफ़लाइन हैं। जो दिख रहा है वह पुराना हो सकता है, और बुकिंग इंटरनेट लौटने पर ही हो सकेगी।',
    configText: 'सर्वर से जवाब नहीं मिला। अपना कनेक्शन देखिए या थोड़ी देर में फिर कोशिश कीजिए।',
    sessionEnded: 'आपका सेशन ख़त्म हो गया है। आगे बढ़ने के लिए फिर साइन इन कीजिए।',
    tryAgain: 'फिर कोशिश करें',
  },
  footer: {
    play: 'खेलें',
    aboutUs: 'हमारे बारे में',
    contactUs: 'संपर्क करें',
    footerNavigation: 'फ़ुटर',
    privacyPolicy: 'गोपनीयता नीति',
    terms: 'नियम और शर्तें',
    refundPolicy: 'कैंसलेशन और रिफ़ंड नीति',
    instagram: 'Instagram',
    facebook: 'Facebook',
    whatsapp: 'WhatsApp',
    copyright: (year, name) => `© ${year} ${name}`,
    footerLine: 'किचन लाइन पर मिलते हैं।',
  },
};
