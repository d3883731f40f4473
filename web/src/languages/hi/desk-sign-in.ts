import type * as enrolFile from '@/desk/enrol/texts';
import type * as lockFile from '@/desk/lock/texts';
import type * as signInFile from '@/desk/sign-in/texts';
import type { CataloguesOf } from '../catalogues-of';

/** Signing in to the desk, in Hindi. */
export const deskSignIn: CataloguesOf<typeof lockFile & typeof signInFile & typeof enrolFile> = {
  lock: {
    title: 'लॉक है',
    who: 'आप कौन हैं?',
    nobody: 'इस डिवाइस पर अभी कोई नहीं है। पासकी या कोड से साइन इन करें, फिर सेट-अप में पिन बनाएँ।',
    byCode: 'पासकी या कोड से साइन इन करें',
    pinOf: (name) => `${name} का पिन`,
    digits: (count) => `6 में से ${count} अंक`,
    remove: 'आख़िरी अंक हटाएँ',
    other: 'कोई और',
    unlocking: 'खुल रहा है…',
    paused: (minutes) => `बहुत बार कोशिश हुई। ${minutes} मिनट बाद फिर कोशिश करें, या पासकी या कोड से साइन इन करें।`,
    offline: 'कनेक्शन नहीं है। खोलने के लिए सर्वर चाहिए।',
    failed: 'इस डेस्क के लोग लोड नहीं हुए',
    retry: 'फिर कोशिश करें',
  },
  deskSignIn: {
    title: 'डेस्क में साइन इन करें',
    subtitle: 'कोर्ट चलाने वालों के लिए।',
    phone: 'मोबाइल नंबर',
    code: 'ऐप का कोड',
    submit: 'साइन इन करें',
    byPin: 'पिन से खोलें',
    phoneWrong: 'दस अंक, जैसे 98250 41736।',
    codeWrong: 'छह अंक, आपके ऑथेंटिकेटर ऐप से।',
    doNotFit: 'यह नंबर और कोड मेल नहीं खाते। ऐप का सबसे नया कोड डालें।',
    help: 'सब कुछ खो गया? मालिक या मैनेजर से नया लिंक माँगें।',
    failed: 'साइन इन नहीं हुआ',
  },
  deskJoin: {
    title: 'डेस्क में आपका स्वागत है',
    using: 'आपका लिंक खुल रहा है…',
    linkFailed: 'लिंक नहीं चला',
    toSignIn: 'साइन इन पर जाएँ',
    retry: 'फिर कोशिश करें',
    welcome: (name) => `${name}, आपका स्वागत है`,
    explain: 'चुनें कि अब से कैसे साइन इन करेंगे: पासकी से, या अपने नंबर और ऐप के कोड से। आपका लिंक दूसरी बार काम नहीं करेगा।',
  },
  enrol: {
    notAdded: 'वह नहीं जुड़ा',
    addApp: 'ऐप सेट करें',
    scan: 'अपने ऑथेंटिकेटर ऐप से यह कोड स्कैन करें, फिर जो छह अंक दिखें वे लिखें।',
    codeAlt: 'ऑथेंटिकेटर ऐप के लिए क्यूआर कोड',
    secret: 'या यह कुंजी ऐप में लिखें',
    code: 'ऐप का कोड',
    confirm: 'पक्का करें',
    codeWrong: 'छह अंक, जैसे ऐप अभी दिखा रहा है।',
    appAdded: 'ऑथेंटिकेटर ऐप सेट हो गया।',
  },
};
