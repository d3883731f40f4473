import type * as file from '@/desk/set-up/sections-texts';
import type { CataloguesOf } from '../catalogues-of';

/** The screens of the set-up, in Hindi. */
export const deskSections: CataloguesOf<typeof file> = {
  sections: {
    title: 'सेट-अप',
    text: 'आपका ब्रांड, आपके कोर्ट, आपके लोग, और आपका साइन इन।',
    welcome: (name) => `स्वागत है, ${name}`,
    welcomeText: 'तीन कदम, क़रीब दस मिनट, और खिलाड़ी बुक कर सकते हैं।',
    groups: { venue: 'आपका काम', people: 'आपके लोग', records: 'क्या हुआ', you: 'आप' },
    names: {
      brand: 'ब्रांड और टेक्स्ट',
      venues: 'जगहें और कोर्ट',
      hours: 'खुलने का समय',
      prices: 'दाम',
      coupons: 'कूपन',
      staff: 'स्टाफ़',
      messages: 'संदेश',
      audit: 'ऑडिट',
      keys: 'आपका साइन इन, डिवाइस और रूप',
    },
    about: {
      brand: 'नाम, लोगो, रंग, लिंक, नियम',
      venues: 'पते, तस्वीरें, कोर्ट जोड़ना और हटाना',
      hours: 'हफ़्ता, छुट्टियाँ, कितने पहले बुक कर सकते हैं',
      prices: 'हर घंटे का दाम, और किस दिन से',
      coupons: 'दाम कम करने वाले कोड',
      staff: 'कौन, किस भूमिका में और कहाँ साइन इन करे',
      messages: 'खिलाड़ियों को क्या बताया गया',
      audit: 'डेस्क पर किसने क्या किया',
      keys: 'पासकी, पिन, सेशन, भाषा, शॉर्टकट',
    },
    steps: 'आपके पहले कदम',
    brandStep: 'बताइए आप कौन हैं',
    brandText: 'आपका नाम, फ़ोन और पता। खिलाड़ी इन्हें हर पेज पर और रसीदों पर देखते हैं।',
    brandGo: 'ब्रांड सेट करें',
    venueStep: 'पहली जगह जोड़ें',
    venueText: 'कहाँ है, कितने कोर्ट हैं, कब खुलती है और एक घंटे का दाम।',
    venueGo: 'जगह जोड़ें',
    staffStep: 'अपने लोगों को जोड़ें',
    staffText: 'मैनेजर और क्लर्क को लिंक मिलता है और वे अपने फ़ोन से साइन इन करते हैं। यह बाद में भी हो सकता है।',
    staffGo: 'स्टाफ़ जोड़ें',
    done: 'हो गया',
    change: 'बदलें',
  },
};
