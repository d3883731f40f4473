import type * as headFile from '@/app/head-texts';
import type * as infoFile from '@/features/info/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The information pages in Hindi, and what link previews tell. */
export const info: CataloguesOf<typeof infoFile & typeof headFile> = {
  info: {
    onThisPage: 'इस पेज पर',
    inEffect: '{since} से लागू',
    beforeStart: 'शुरू होने से पहले',
    longBeforeStart: (time) => `शुरू होने से ${time} से ज़्यादा पहले`,
    oneMonth: '1 महीना',
    daysAhead: (days) => `${days} दिन`,
    courtsOfVenue: (venue, courts) => `${venue} (${courts} कोर्ट)`,
    failed: 'यह पेज लोड नहीं हुआ',
    retry: 'फिर कोशिश करें',
    englishBinding: 'जहाँ क़ानून अनुमति देता है, इस पाठ का अंग्रेज़ी रूप ही मान्य है।',
    aboutTitle: 'हमारे बारे में',
    aboutLead: (name) =>
      `${name} की शुरुआत बैडमिंटन के फ़र्श पर टेप की दो लाइनों और चार दोस्तों से हुई, जो रुक ही नहीं पाए। आज हम पूरे नाप के कोर्ट और उन पर खेलने वालों का ख़याल रखते हैं।`,
    aboutPoints: [
      {
        title: 'सुविधाएँ',
        text: 'पूरे 20 गुणा 44 फ़ुट के आउटडोर और इनडोर कोर्ट, एक-सी रोशनी, लॉकर, पार्किंग, वॉशरूम और बाद में बैठने की जगह।',
      },
      {
        title: 'कोचिंग',
        text: 'खेलने वाले कोच, लेवल के हिसाब से ग्रुप, और उस शॉट के लिए अकेले के घंटे जो बार-बार नेट में जाता है।',
      },
      {
        title: 'कम्युनिटी',
        text: 'हर वेन्यू का अपना ग्रुप, जो आए उसके लिए ओपन प्ले, और चौथे के लिए हमेशा जगह।',
      },
      {
        title: 'टूर्नामेंट और इवेंट',
        text: 'शुक्रवार के मुक़ाबले, सीज़न की लीग, कंपनियों और स्कूलों के लिए राउंड रॉबिन।',
      },
      { title: 'सामान', text: 'पैडल और नई बॉल कोर्ट के साथ मिलते हैं। ऐसे जूते लाइए जो निशान न छोड़ें।' },
    ],
    aboutAction: 'कोर्ट ढूँढें',
    contactTitle: 'संपर्क करें',
    contactLead: 'कोई सवाल, खोया पैडल, चालीस मेहमानों वाला जन्मदिन: लिखिए या फ़ोन कीजिए, हम अक्सर कोर्ट के पास ही होते हैं।',
    call: 'फ़ोन करें',
    write: 'हमें लिखें',
    chat: 'WhatsApp पर चैट करें',
    community: 'ग्रुप से जुड़ें',
    socials: 'रैलियाँ फ़ॉलो करें',
    instagram: 'Instagram',
    facebook: 'Facebook',
    map: (name) => `${name} का मैप`,
    directions: 'रास्ता देखें',
    hoursTitle: 'खुलने का समय',
    everyDay: 'हर दिन',
    dayOff: 'बंद',
    fromTo: (first, last) => `${first} – ${last}`,
    aboutNumbers: (venues, courts) => `${venues} वेन्यू, ${courts} कोर्ट`,
    complaints: 'कुछ ग़लत हुआ?',
    complaintsText: (officer) => `हमारे शिकायत अधिकारी, ${officer}, 48 घंटे में जवाब देते हैं।`,
    complaintsUnnamed: 'हमें बताइए। 48 घंटे में आपको जवाब मिलेगा।',
    notFoundTitle: 'अरे! आप भटक गए',
    notFoundText: 'माफ़ कीजिए, इस पते पर कोई पेज नहीं है। चलिए, वापस चलते हैं।',
    goBack: 'वापस जाएँ',
    loading: 'यह पेज लोड हो रहा है…',
  },
  head: {
    noScript: 'ऑनलाइन कोर्ट बुक करने के लिए JavaScript चाहिए। इसे चालू करके पेज फिर लोड कीजिए, या हमें फ़ोन कीजिए: हम बुक कर देंगे।',
    noScriptNoPhone: 'ऑनलाइन कोर्ट बुक करने के लिए JavaScript चाहिए। इसे चालू करके पेज फिर लोड कीजिए।',
    notStarted: 'यह पेज पूरा लोड नहीं हुआ, इसलिए इसके बटन काम नहीं करते। इसे रीलोड कीजिए, या कुछ मिनट बाद फिर कोशिश कीजिए।',
    home: (name) => `${name} में पिकलबॉल कोर्ट बुक कीजिए: वेन्यू, समय और कोर्ट चुनिए। एक मिनट से भी कम में हो गया।`,
    location: (name, venues) => `${name} के साथ पिकलबॉल कहाँ खेलें, चुनिए: ${venues}।`,
    timeDate: (venue, place) => `आने वाले दिनों के लिए ${venue}, ${place} में ख़ाली पिकलबॉल घंटे और दाम।`,
    aboutUs: (name) => `${name} कौन हैं, और हम पिकलबॉल क्यों खेलते हैं।`,
    contactUs: (name, address) => `${name} तक कैसे पहुँचें: ${address}।`,
    privacyPolicy: (name) => `${name} आपके बारे में क्या जानते हैं, क्यों, और उसे ठीक करवाने या मिटवाने का तरीक़ा।`,
    terms: (name) => `${name} में बुकिंग और खेलने के नियम।`,
    refundPolicy: (name) => `${name} की बुकिंग कब तक कैंसल हो सकती है, और रिफ़ंड कैसे मिलता है।`,
  },
};
