import type * as firmFile from '@/desk/pay/firm-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Invoices to firms, in Hindi. */
export const deskFirm: CataloguesOf<typeof firmFile> = {
  firm: {
    choose: 'फ़र्म के नाम इनवॉइस',
    name: 'फ़र्म का नाम',
    nameMissing: 'नाम, जैसा फ़र्म का पंजीकृत है',
    gstin: 'GSTIN (जीएसटी नंबर)',
    address: 'पता, अगर फ़र्म को चाहिए',
    tooLong: 'ज़्यादा से ज़्यादा 200 अक्षर',
    mistakes: {
      length: 'GSTIN में 15 अक्षर और अंक होते हैं',
      form: 'GSTIN ऐसा होता है: 27AAPFU0939F1ZV – दो अंक, पैन, फिर तीन और अक्षर',
      state: 'GSTIN राज्य के नंबर से शुरू होता है, 01 से 38 तक, या 97 या 99',
      check: 'कोई अक्षर ग़लत है: आख़िरी अक्षर बाक़ी से मेल नहीं खाता',
    },
    title: (amount) => `फ़र्म के नाम इनवॉइस, ${amount}`,
    what: 'पुरानी रसीद पूरी क्रेडिट होती है और नई फ़र्म के नाम बनती है। रकम वही रहती है।',
    issue: 'इनवॉइस बनाएँ',
    keep: 'अभी नहीं',
    failed: 'इनवॉइस नहीं बना',
    issued: (number, credited) => `इनवॉइस ${number} बन गया; पिछली रसीद के लिए क्रेडिट नोट ${credited}।`,
  },
};
