import type * as file from '@/desk/set-up/sections-texts';
import type { CataloguesOf } from '../catalogues-of';

/** The screens of the set-up, in Marathi. */
export const deskSections: CataloguesOf<typeof file> = {
  sections: {
    title: 'सेट-अप',
    text: 'तुमचा ब्रँड, तुमची कोर्ट, तुमची माणसे, आणि तुमचे साइन इन.',
    welcome: (name) => `स्वागत आहे, ${name}`,
    welcomeText: 'तीन पायऱ्या, साधारण दहा मिनिटे, आणि खेळाडू बुक करू शकतात.',
    groups: { venue: 'तुमचा व्यवसाय', people: 'तुमची माणसे', records: 'काय झाले', you: 'तुम्ही' },
    names: {
      brand: 'ब्रँड आणि मजकूर',
      venues: 'ठिकाणे आणि कोर्ट',
      hours: 'उघडण्याची वेळ',
      prices: 'दर',
      coupons: 'कूपन',
      staff: 'कर्मचारी',
      messages: 'संदेश',
      audit: 'ऑडिट',
      keys: 'तुमचे साइन इन, डिव्हाइस आणि रूप',
    },
    about: {
      brand: 'नाव, लोगो, रंग, लिंक, नियम',
      venues: 'पत्ते, चित्रे, कोर्ट जोडणे आणि काढणे',
      hours: 'आठवडा, सुट्ट्या, किती आधी बुक करता येते',
      prices: 'प्रत्येक तासाचा दर, आणि कोणत्या दिवसापासून',
      coupons: 'दर कमी करणारे कोड',
      staff: 'कोण, कोणत्या भूमिकेत आणि कुठे साइन इन करेल',
      messages: 'खेळाडूंना काय सांगितले',
      audit: 'डेस्कवर कोणी काय केले',
      keys: 'पासकी, पिन, सत्रे, भाषा, शॉर्टकट',
    },
    steps: 'तुमच्या पहिल्या पायऱ्या',
    brandStep: 'तुम्ही कोण आहात ते सांगा',
    brandText: 'तुमचे नाव, फोन आणि पत्ता. खेळाडूंना ते प्रत्येक पानावर आणि पावत्यांवर दिसतात.',
    brandGo: 'ब्रँड सेट करा',
    venueStep: 'पहिले ठिकाण जोडा',
    venueText: 'कुठे आहे, किती कोर्ट आहेत, कधी उघडे असते आणि एका तासाचा दर.',
    venueGo: 'ठिकाण जोडा',
    staffStep: 'तुमच्या माणसांना जोडा',
    staffText: 'मॅनेजर आणि क्लार्कना लिंक मिळते आणि ते स्वतःच्या फोनने साइन इन करतात. हे नंतरही करता येते.',
    staffGo: 'कर्मचारी जोडा',
    done: 'झाले',
    change: 'बदला',
  },
};
