import type * as footerFile from '@/app/footer-texts';
import type * as layerFile from '@/app/layer-texts';
import type * as shellFile from '@/app/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The shell in Marathi. */
export const app: CataloguesOf<typeof shellFile & typeof layerFile & typeof footerFile> = {
  shell: {
    skipToContent: 'थेट मुख्य भागाकडे जा',
    mainNavigation: 'मुख्य',
    home: 'होम',
    play: 'खेळा',
    aboutUs: 'आमच्याबद्दल',
    contactUs: 'संपर्क साधा',
    login: 'लॉगिन',
    profile: 'तुमची प्रोफाइल',
    openMenu: 'मेनू',
    theme: 'थीम',
    themes: { system: 'ऑटो', light: 'लाइट', dark: 'डार्क' },
    loading: 'फक्त एक क्षण…',
    errorTitle: 'काहीतरी चुकले',
    errorText: 'या स्क्रीनवर काहीतरी बिघडले. पुन्हा प्रयत्न करा; तुमची बुकिंग सुरक्षित आहेत.',
    staleTitle: 'ही स्क्रीन लोड झाली नाही',
    staleText: 'ॲप अपडेट झाले, किंवा नेटवर्क नाही. पुढे जाण्यासाठी रीलोड करा.',
    tryAgain: 'पुन्हा प्रयत्न करा',
    reload: 'रीलोड करा',
    goHome: 'होम पेजवर जा',
  },
  layer: {
    overlay: 'काम सुरू आहे…',
    offline: 'तुम्ही ऑफलाइन आहात. दिसणारी माहिती जुनी असू शकते, आणि बुकिंग इंटरनेट परत आल्यावरच करता येईल.',
    configText: 'सर्व्हरकडून उत्तर आले नाही. कनेक्शन तपासा किंवा थोड्या वेळाने पुन्हा प्रयत्न करा.',
    sessionEnded: 'तुमचे सेशन संपले आहे. पुढे जाण्यासाठी पुन्हा साइन इन करा.',
    tryAgain: 'पुन्हा प्रयत्न करा',
  },
  footer: {
    play: 'खेळा',
    aboutUs: 'आमच्याबद्दल',
    contactUs: 'संपर्क साधा',
    footerNavigation: 'फूटर',
    privacyPolicy: 'गोपनीयता धोरण',
    terms: 'नियम व अटी',
    refundPolicy: 'रद्द करणे व परतावा धोरण',
    instagram: 'Instagram',
    facebook: 'Facebook',
    whatsapp: 'WhatsApp',
    copyright: (year, name) => `© ${year} ${name}`,
    footerLine: 'किचन लाइनवर भेटूया.',
  },
};
