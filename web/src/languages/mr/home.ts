import type * as belowFile from '@/features/home/below-texts';
import type * as homeFile from '@/features/home/texts';
import { hourWithPartOfDay } from '../hour-with-part-of-day';
import type { CataloguesOf } from '../catalogues-of';

/** "7:00 PM" → "संध्याकाळी 7:00"; the sentence adds "वाजता" ("o'clock"). */
const marathiHour = hourWithPartOfDay({ morning: 'सकाळी', noon: 'दुपारी', evening: 'संध्याकाळी', night: 'रात्री' });

/** The home page in Marathi. */
export const home: CataloguesOf<typeof homeFile & typeof belowFile> = {
  home: {
    hero: 'पिकलबॉल, तुमच्या स्टाइलने',
    bookNow: 'आता कोर्ट बुक करा',
    register: 'आता नोंदणी करा',
    seeCourts: 'मोकळी कोर्ट पाहा',
    lead: 'ठिकाण, वेळ आणि कोर्ट निवडा. एका मिनिटाच्या आत झाले.',
    tonight: (free, when) =>
      `${when} शहरभर ${free} कोर्ट ${free === 1 ? 'मोकळे आहे' : 'मोकळी आहेत'}. एका मिनिटाच्या आत तुमचे करून घ्या.`,
    tonightAt: (time) => `आज ${marathiHour(time)} वाजता`,
    todayAt: (time) => `आज ${marathiHour(time)} वाजता`,
    entries: 'खेळण्याचे मार्ग',
    play: { title: 'आता खेळा', text: 'ठिकाण निवडा' },
    coaching: { title: 'कोचिंग', text: 'चॅट करा' },
    membership: { title: 'मेंबरशिप', text: 'लवकरच येत आहे' },
  },
  below: {
    why: 'आम्ही इथेच का खेळतो',
    points: {
      community: {
        title: 'आपली टीम',
        text: 'नवख्यांना सामावून घेणारे नेहमीचे खेळाडू, आणि चौथा गडी कायम मिळणारा ग्रुप.',
      },
      facilities: {
        title: 'उत्तम सुविधा',
        text: 'पूर्ण मापाची कोर्ट, अंधारानंतरही छान प्रकाश, लॉकर, पार्किंग आणि प्यायला काहीतरी.',
      },
      events: {
        title: 'धमाल इव्हेंट',
        text: 'लीग, राउंड रॉबिन आणि शुक्रवारच्या लढती. एकटे या, टीम घेऊन जा.',
      },
      coaching: {
        title: 'वर्ल्ड क्लास कोचिंग',
        text: 'पहिल्या डिंकपासून थर्ड-शॉट ड्रॉपपर्यंत, आजही खेळणाऱ्या कोचसोबत.',
      },
    },
    venues: 'आम्ही कुठे खेळतो',
    venuesText: 'प्रत्येक कोर्ट योग्य मापात, प्रत्येक किंमत समोरच.',
    courts: (outdoor, indoor) =>
      [outdoor > 0 ? `${outdoor} आउटडोअर` : '', indoor > 0 ? `${indoor} इनडोअर` : ''].filter(Boolean).join(' · '),
    from: (price) => `${price} पासून`,
    choose: (venue) => `${venue} च्या वेळा पाहा`,
    venuesFailed: 'ठिकाणे मिळाली नाहीत. कृपया थोड्या वेळाने पुन्हा प्रयत्न करा.',
    retry: 'पुन्हा प्रयत्न करा',
    slow: 'प्रयत्न सुरू आहे. आज कनेक्शन मंद आहे.',
    venuesEmpty: 'आमची ठिकाणे चार्ज होत आहेत असे दिसते. लवकरच पुन्हा पाहा!',
    allVenues: 'सर्व ठिकाणे',
    community: 'चौथा गडी हवाय?',
    communityText: 'ग्रुपमध्ये या, कधी मोकळे आहात ते सांगा, आणि कोणीतरी पॅडल घेऊन येईलच.',
    joinCommunity: 'ग्रुपमध्ये सामील व्हा',
  },
};
