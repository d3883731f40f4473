import type * as belowFile from '@/features/home/below-texts';
import type * as homeFile from '@/features/home/texts';
import { hourWithPartOfDay } from '../hour-with-part-of-day';
import type { CataloguesOf } from '../catalogues-of';

/** "7:00 PM" → "शाम 7:00"; the sentence adds "बजे" ("o'clock"). */
const hindiHour = hourWithPartOfDay({ morning: 'सुबह', noon: 'दोपहर', evening: 'शाम', night: 'रात' });

/** The home page in Hindi. */
export const home: CataloguesOf<typeof homeFile & typeof belowFile> = {
  home: {
    hero: 'पिकलबॉल, आपके अंदाज़ में',
    bookNow: 'अभी कोर्ट बुक करें',
    register: 'अभी रजिस्टर करें',
    seeCourts: 'ख़ाली कोर्ट देखें',
    lead: 'वेन्यू, समय और कोर्ट चुनिए। एक मिनट से भी कम में हो गया।',
    tonight: (free, when) =>
      `${when} शहर भर में ${free} कोर्ट ख़ाली ${free === 1 ? 'है' : 'हैं'}। एक मिनट से कम में अपना बना लीजिए।`,
    tonightAt: (time) => `आज ${hindiHour(time)} बजे`,
    todayAt: (time) => `आज ${hindiHour(time)} बजे`,
    entries: 'खेलने के तरीक़े',
    play: { title: 'अभी खेलें', text: 'वेन्यू चुनें' },
    coaching: { title: 'कोचिंग', text: 'चैट करें' },
    membership: { title: 'मेंबरशिप', text: 'जल्द आ रहा है' },
  },
  below: {
    why: 'हम यहीं क्यों खेलते हैं',
    points: {
      community: {
        title: 'अपनों की टोली',
        text: 'पुराने खिलाड़ी जो नयों के लिए जगह बनाते हैं, और एक ग्रुप जहाँ चौथा हमेशा मिल जाता है।',
      },
      facilities: {
        title: 'शानदार सुविधाएँ',
        text: 'पूरे नाप के कोर्ट, अँधेरे के बाद भी अच्छी रोशनी, लॉकर, पार्किंग और पीने को कुछ।',
      },
      events: {
        title: 'मज़ेदार इवेंट',
        text: 'लीग, राउंड रॉबिन और शुक्रवार के मुक़ाबले। अकेले आइए, टीम के साथ जाइए।',
      },
      coaching: {
        title: 'वर्ल्ड क्लास कोचिंग',
        text: 'पहली डिंक से लेकर थर्ड-शॉट ड्रॉप तक, उन कोचों के साथ जो आज भी खेलते हैं।',
      },
    },
    venues: 'हम कहाँ खेलते हैं',
    venuesText: 'हर कोर्ट सही नाप में, हर दाम उसके साथ लिखा हुआ।',
    courts: (outdoor, indoor) =>
      [outdoor > 0 ? `${outdoor} आउटडोर` : '', indoor > 0 ? `${indoor} इनडोर` : ''].filter(Boolean).join(' · '),
    from: (price) => `${price} से`,
    choose: (venue) => `${venue} के समय देखें`,
    venuesFailed: 'वेन्यू नहीं मिल पाए। कृपया थोड़ी देर में फिर कोशिश करें।',
    retry: 'फिर कोशिश करें',
    slow: 'कोशिश जारी है। आज कनेक्शन धीमा है।',
    venuesEmpty: 'लगता है हमारे वेन्यू चार्ज हो रहे हैं। जल्द फिर देखिए!',
    allVenues: 'सभी वेन्यू',
    community: 'चौथा खिलाड़ी चाहिए?',
    communityText: 'ग्रुप में आइए, बताइए आप कब ख़ाली हैं, और कोई न कोई पैडल लेकर आ जाएगा।',
    joinCommunity: 'ग्रुप से जुड़ें',
  },
};
