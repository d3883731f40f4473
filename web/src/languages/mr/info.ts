import type * as headFile from '@/app/head-texts';
import type * as infoFile from '@/features/info/texts';
import { plural } from '@/lib/language';
import type { CataloguesOf } from '../catalogues-of';

const venuesIn = (count: number) => `${count} ${plural(count, { one: 'ठिकाण', other: 'ठिकाणे' })}`;

/** The information pages in Marathi, and what link previews tell. */
export const info: CataloguesOf<typeof infoFile & typeof headFile> = {
  info: {
    onThisPage: 'या पेजवर',
    inEffect: '{since} पासून लागू',
    beforeStart: 'सुरू होण्याआधी',
    longBeforeStart: (time) => `सुरू होण्यास ${time} याहून जास्त वेळ असताना`,
    oneMonth: '1 महिना',
    daysAhead: (days) => `${days} दिवस`,
    courtsOfVenue: (venue, courts) => `${venue} (${courts} कोर्ट)`,
    failed: 'हे पेज लोड झाले नाही',
    retry: 'पुन्हा प्रयत्न करा',
    englishBinding: 'कायदा परवानगी देतो तिथे, या मजकुराची इंग्रजी आवृत्तीच ग्राह्य आहे.',
    aboutTitle: 'आमच्याबद्दल',
    aboutLead: (name) =>
      `${name} ची सुरुवात बॅडमिंटनच्या मैदानावरच्या टेपच्या दोन रेषा आणि न थांबणाऱ्या चार मित्रांपासून झाली. आज आम्ही पूर्ण मापाची कोर्ट आणि त्यावर खेळणाऱ्यांची काळजी घेतो.`,
    aboutPoints: [
      {
        title: 'सुविधा',
        text: 'पूर्ण 20 बाय 44 फुटांची आउटडोअर आणि इनडोअर कोर्ट, एकसारखा प्रकाश, लॉकर, पार्किंग, वॉशरूम आणि नंतर बसायला जागा.',
      },
      {
        title: 'कोचिंग',
        text: 'स्वतः खेळणारे कोच, लेव्हलनुसार ग्रुप, आणि सारखा नेटमध्ये जाणाऱ्या शॉटसाठी वैयक्तिक तास.',
      },
      {
        title: 'कम्युनिटी',
        text: 'प्रत्येक ठिकाणाचा स्वतःचा ग्रुप, येईल त्याच्यासाठी ओपन प्ले, आणि चौथ्यासाठी कायम जागा.',
      },
      {
        title: 'स्पर्धा आणि इव्हेंट',
        text: 'शुक्रवारच्या लढती, हंगामाची लीग, कंपन्या आणि शाळांसाठी राउंड रॉबिन.',
      },
      { title: 'साहित्य', text: 'पॅडल आणि नवा बॉल कोर्टसोबत मिळतो. डाग न पाडणारे बूट आणा.' },
    ],
    aboutAction: 'कोर्ट शोधा',
    contactTitle: 'संपर्क साधा',
    contactLead: 'एखादा प्रश्न, हरवलेले पॅडल, चाळीस पाहुण्यांचा वाढदिवस: लिहा किंवा फोन करा, आम्ही बहुधा कोर्टजवळच असतो.',
    call: 'फोन करा',
    write: 'आम्हाला लिहा',
    chat: 'WhatsApp वर चॅट करा',
    community: 'ग्रुपमध्ये सामील व्हा',
    socials: 'रॅली फॉलो करा',
    instagram: 'Instagram',
    facebook: 'Facebook',
    map: (name) => `${name} चा मॅप`,
    directions: 'रस्ता पाहा',
    hoursTitle: 'उघडण्याची वेळ',
    everyDay: 'दररोज',
    dayOff: 'बंद',
    fromTo: (first, last) => `${first} – ${last}`,
    aboutNumbers: (venues, courts) => `${venuesIn(venues)}, ${courts} कोर्ट`,
    complaints: 'काही चुकले?',
    complaintsText: (officer) => `आमचे तक्रार अधिकारी, ${officer}, 48 तासांत उत्तर देतात.`,
    complaintsUnnamed: 'आम्हाला सांगा. 48 तासांत तुम्हाला उत्तर मिळेल.',
    notFoundTitle: 'अरे! तुम्ही वाट चुकलात',
    notFoundText: 'माफ करा, या पत्त्यावर कोणतेही पेज नाही. चला, मागे जाऊया.',
    goBack: 'मागे जा',
    loading: 'हे पेज लोड होत आहे…',
  },
  head: {
    noScript: 'ऑनलाइन कोर्ट बुक करण्यासाठी JavaScript हवे. ते चालू करून पेज पुन्हा लोड करा, किंवा आम्हाला फोन करा: आम्ही बुक करून देऊ.',
    noScriptNoPhone: 'ऑनलाइन कोर्ट बुक करण्यासाठी JavaScript हवे. ते चालू करून पेज पुन्हा लोड करा.',
    notStarted: 'हे पेज पूर्ण लोड झाले नाही, म्हणून त्याची बटणे काम करत नाहीत. ते रीलोड करा, किंवा काही मिनिटांनी पुन्हा प्रयत्न करा.',
    home: (name) => `${name} मध्ये पिकलबॉल कोर्ट बुक करा: ठिकाण, वेळ आणि कोर्ट निवडा. एका मिनिटाच्या आत झाले.`,
    location: (name, venues) => `${name} सोबत पिकलबॉल कुठे खेळायचे ते निवडा: ${venues}.`,
    timeDate: (venue, place) => `येत्या दिवसांसाठी ${venue}, ${place} मधील मोकळे पिकलबॉल तास आणि किमती.`,
    aboutUs: (name) => `${name} कोण आहेत, आणि आम्ही पिकलबॉल का खेळतो.`,
    contactUs: (name, address) => `${name} पर्यंत कसे पोहोचायचे: ${address}.`,
    privacyPolicy: (name) => `${name} ला तुमच्याबद्दल काय माहीत आहे, का, आणि ते दुरुस्त किंवा पुसून कसे घ्यायचे.`,
    terms: (name) => `${name} मध्ये बुकिंग आणि खेळण्याचे नियम.`,
    refundPolicy: (name) => `${name} चे बुकिंग कधीपर्यंत रद्द करता येते, आणि परतावा कसा मिळतो.`,
  },
};
