import type * as addNumberFile from '@/desk/booking/add-number-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Adding the number of a guest, in Marathi. */
export const deskAddNumber: CataloguesOf<typeof addNumberFile> = {
  addNumber: {
    open: 'नंबर जोडा',
    phone: 'मोबाइल नंबर',
    name: 'नाव, नंबर नवीन असल्यास',
    save: 'नंबर जतन करा',
    cancel: 'नंबर जोडू नका',
    phoneWrong: 'दहा अंक, जसे 98250 41736',
    nameWrong: 'किमान 3 अक्षरांचे नाव, जसे रोहन',
    nameMissing: 'हा नंबर नवीन आहे. नावही लिहा.',
    hint: 'बुकिंग, आणि त्यासोबत बुक केलेले सर्व, या नंबरच्या खेळाडूचे होईल, आणि पुढील खेळांचा संदेश त्यांना जाईल. हे पूर्ववत होणार नाही.',
    addAllTheSame: 'या नंबरचे खेळाडू ब्लॉक आहेत. तरीही नंबर जोडा.',
    failed: 'नंबर जोडला नाही',
    offline: 'कनेक्शन नाही. नंबरसाठी सर्व्हर लागतो.',
    done: (name) => `बुकिंग आता ${name} यांचे आहे.`,
  },
};
