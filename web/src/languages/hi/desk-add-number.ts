import type * as addNumberFile from '@/desk/booking/add-number-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Adding the number of a guest, in Hindi. */
export const deskAddNumber: CataloguesOf<typeof addNumberFile> = {
  addNumber: {
    open: 'नंबर जोड़ें',
    phone: 'मोबाइल नंबर',
    name: 'नाम, अगर नंबर नया है',
    save: 'नंबर सहेजें',
    cancel: 'नंबर न जोड़ें',
    phoneWrong: 'दस अंक, जैसे 98250 41736',
    nameWrong: 'कम से कम 3 अक्षरों का नाम, जैसे रोहन',
    nameMissing: 'यह नंबर नया है। नाम भी लिखें।',
    hint: 'बुकिंग, और उसके साथ बुक किया सब कुछ, उस खिलाड़ी का हो जाएगा जिसका यह नंबर है, और आने वाले खेलों का संदेश उसे जाएगा। यह पूर्ववत नहीं होगा।',
    addAllTheSame: 'इस नंबर के खिलाड़ी ब्लॉक हैं। फिर भी नंबर जोड़ें।',
    failed: 'नंबर नहीं जुड़ा',
    offline: 'कनेक्शन नहीं है। नंबर के लिए सर्वर चाहिए।',
    done: (name) => `बुकिंग अब ${name} की है।`,
  },
};
