import type * as enrolFile from '@/desk/enrol/texts';
import type * as lockFile from '@/desk/lock/texts';
import type * as signInFile from '@/desk/sign-in/texts';
import type { CataloguesOf } from '../catalogues-of';

/** Signing in to the desk, in Marathi. */
export const deskSignIn: CataloguesOf<typeof lockFile & typeof signInFile & typeof enrolFile> = {
  lock: {
    title: 'लॉक आहे',
    who: 'तुम्ही कोण आहात?',
    nobody: 'या डिव्हाइसवर अजून कोणी नाही. पासकीने किंवा कोडने साइन इन करा, मग सेट-अपमध्ये पिन ठेवा.',
    byCode: 'पासकीने किंवा कोडने साइन इन करा',
    pinOf: (name) => `${name} यांचा पिन`,
    digits: (count) => `6 पैकी ${count} अंक`,
    remove: 'शेवटचा अंक काढा',
    other: 'दुसरे कोणी',
    unlocking: 'उघडत आहे…',
    paused: (minutes) => `खूप वेळा प्रयत्न झाले. ${minutes} मिनिटांनी पुन्हा करा, किंवा पासकीने किंवा कोडने साइन इन करा.`,
    offline: 'कनेक्शन नाही. उघडण्यासाठी सर्व्हर हवा.',
    failed: 'या डेस्कचे लोक लोड झाले नाहीत',
    retry: 'पुन्हा प्रयत्न करा',
  },
  deskSignIn: {
    title: 'डेस्कमध्ये साइन इन करा',
    subtitle: 'कोर्ट चालवणाऱ्यांसाठी.',
    phone: 'मोबाइल नंबर',
    code: 'ॲपमधील कोड',
    submit: 'साइन इन करा',
    byPin: 'पिनने उघडा',
    phoneWrong: 'दहा अंक, जसे 98250 41736.',
    codeWrong: 'सहा अंक, तुमच्या ऑथेंटिकेटर ॲपमधून.',
    doNotFit: 'हा नंबर आणि कोड जुळत नाहीत. ॲपमधील सर्वांत नवा कोड वापरा.',
    help: 'सर्व काही हरवले? मालक किंवा मॅनेजरकडे नवीन लिंक मागा.',
    failed: 'साइन इन झाले नाही',
  },
  deskJoin: {
    title: 'डेस्कमध्ये स्वागत आहे',
    using: 'तुमची लिंक उघडत आहे…',
    linkFailed: 'लिंक चालली नाही',
    toSignIn: 'साइन इनकडे जा',
    retry: 'पुन्हा प्रयत्न करा',
    welcome: (name) => `${name}, स्वागत आहे`,
    explain: 'आतापासून कसे साइन इन करायचे ते निवडा: पासकीने, किंवा तुमचा नंबर आणि ॲपच्या कोडने. तुमची लिंक दुसऱ्यांदा चालणार नाही.',
  },
  enrol: {
    notAdded: 'ते जोडले गेले नाही',
    addApp: 'ॲप सेट करा',
    scan: 'हा कोड तुमच्या ऑथेंटिकेटर ॲपने स्कॅन करा, मग ते दाखवेल ते सहा अंक लिहा.',
    codeAlt: 'ऑथेंटिकेटर ॲपसाठी क्यूआर कोड',
    secret: 'किंवा ही की ॲपमध्ये लिहा',
    code: 'ॲपमधील कोड',
    confirm: 'पक्के करा',
    codeWrong: 'सहा अंक, ॲप आत्ता दाखवते तसे.',
    appAdded: 'ऑथेंटिकेटर ॲप सेट झाले.',
  },
};
