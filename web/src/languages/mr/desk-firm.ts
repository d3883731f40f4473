import type * as firmFile from '@/desk/pay/firm-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Invoices to firms, in Marathi. */
export const deskFirm: CataloguesOf<typeof firmFile> = {
  firm: {
    choose: 'फर्मच्या नावे इनव्हॉइस',
    name: 'फर्मचे नाव',
    nameMissing: 'नाव, फर्मची नोंदणी आहे तसे',
    gstin: 'GSTIN (जीएसटी क्रमांक)',
    address: 'पत्ता, फर्मला हवा असल्यास',
    tooLong: 'जास्तीत जास्त 200 अक्षरे',
    mistakes: {
      length: 'GSTIN मध्ये 15 अक्षरे आणि अंक असतात',
      form: 'GSTIN असा असतो: 27AAPFU0939F1ZV – दोन अंक, पॅन, मग आणखी तीन अक्षरे',
      state: 'GSTIN राज्याच्या क्रमांकाने सुरू होतो, 01 ते 38, किंवा 97 किंवा 99',
      check: 'एखादे अक्षर चुकले आहे: शेवटचे अक्षर बाकीच्यांशी जुळत नाही',
    },
    title: (amount) => `फर्मच्या नावे इनव्हॉइस, ${amount}`,
    what: 'जुनी पावती पूर्ण क्रेडिट होते आणि नवी फर्मच्या नावे बनते. रक्कम तीच राहते.',
    issue: 'इनव्हॉइस बनवा',
    keep: 'आत्ता नको',
    failed: 'इनव्हॉइस बनले नाही',
    issued: (number, credited) => `इनव्हॉइस ${number} बनले; आधीच्या पावतीसाठी क्रेडिट नोट ${credited}.`,
  },
};
