import type * as devicesFile from '@/desk/set-up/device-texts';
import type { CataloguesOf } from '../catalogues-of';

/** The devices of a front desk, in Marathi. */
export const deskDevices: CataloguesOf<typeof devicesFile> = {
  devices: {
    pin: 'पिन',
    pinOn: 'ठेवला आहे. त्याने तुम्ही तुमच्या ठिकाणांची जोडलेली डिव्हाइस उघडता.',
    pinOff: 'सहा अंक, ज्यांनी तुम्ही तुमच्या ठिकाणांची जोडलेली डिव्हाइस उघडता.',
    setPin: 'पिन ठेवा',
    changePin: 'पिन बदला',
    removePin: 'पिन काढा',
    removePinAsk:
      'तुमचा पिन काढायचा? मग तुम्ही जोडलेली डिव्हाइस उघडू शकणार नाही, आणि जिथे फक्त पिनने साइन इन आहात तिथे साइन आउट व्हाल.',
    keepPin: 'राहू द्या',
    pinRemoved: 'तुमचा पिन काढला.',
    newPin: 'नवा पिन',
    repeatPin: 'तोच पिन पुन्हा',
    sixDigits: 'सहा अंक.',
    tooEasy: 'एकच अंक सहा वेळा नाही, आणि 123456 सारखा क्रमही नाही.',
    notAlike: 'हे दोन्ही सारखे नाहीत.',
    save: 'जतन करा',
    saved: 'तुमचा पिन ठेवला.',
    devices: 'फ्रंट डेस्कची डिव्हाइस',
    devicesText: 'जोडलेले डिव्हाइस प्रत्येक जण पिनने उघडतो, आणि ते आपोआप लॉक होते.',
    manage: 'डिव्हाइस सांभाळा',
    none: 'अजून एकही डिव्हाइस जोडलेले नाही.',
    here: 'हे डिव्हाइस',
    pairedBy: (name, when) => `${name} यांनी जोडले, ${when}`,
    lastSeen: (when) => `शेवटचे ${when}`,
    unpair: 'काढा',
    unpairNamed: (label) => `${label} काढा`,
    unpaired: (label) => `${label} आता जोडलेले नाही. त्यावरील सर्व जण साइन आउट झाले.`,
    unpairedHere: (label) => `${label} आता जोडलेले नाही आणि आपोआप लॉक होत नाही. तुम्ही अजूनही साइन इन आहात.`,
    pairHere: 'हे डिव्हाइस जोडा',
    label: 'या डिव्हाइसचे नाव',
    labelHint: 'जसे: फ्रंट डेस्क',
    labelWrong: '2 ते 40 अक्षरे.',
    venue: 'ठिकाण',
    noVenue: 'डिव्हाइस एखाद्या ठिकाणाशी जोडले जाते, आणि अजून तुमचे एकही ठिकाण नाही.',
    paired: (label) => `${label} जोडले. कोणी स्पर्श केला नाही तर ते लॉक होते.`,
    offline: 'कनेक्शन नाही. यासाठी सर्व्हर हवा.',
  },
};
