import type { ServerSentences } from '../server-sentences';

/** The server's sentences in Marathi. */
export const server: ServerSentences = {
  'The api-key header is missing or not valid. Please reload the page.': 'पेज जुने झाले आहे. कृपया रीलोड करा.',
  'Authentication token is missing!': 'ऑथेंटिकेशन टोकन नाही!',
  'You have been logged out. Please log in again to continue.': 'तुम्ही लॉग आउट झाला आहात. पुढे जाण्यासाठी पुन्हा लॉग इन करा.',
  'The request took too long to arrive. Please check your connection and try again.':
    'खूप वेळ लागला. कनेक्शन तपासून पुन्हा प्रयत्न करा.',
  'That was a bit too quick. Please wait a moment and try again.': 'हे जरा घाईचे झाले. क्षणभर थांबून पुन्हा प्रयत्न करा.',
  "We can't reach our booking desk right now. Please try again in a moment.":
    'सध्या बुकिंग डेस्कपर्यंत पोहोचता येत नाही. थोड्या वेळाने पुन्हा प्रयत्न करा.',
  'We could not tell whether that went through. Please check your bookings before you try again.':
    'ते पूर्ण झाले का हे कळले नाही. पुन्हा प्रयत्न करण्याआधी तुमची बुकिंग पाहा.',
  'Something went wrong on our side. Please try again in a moment.':
    'आमच्या बाजूने काहीतरी बिघडले. थोड्या वेळाने पुन्हा प्रयत्न करा.',
  'Something went wrong on our side. Please try again.': 'आमच्या बाजूने काहीतरी बिघडले. कृपया पुन्हा प्रयत्न करा.',
  'It is very busy right now. Please try again in a moment.': 'सध्या खूप गर्दी आहे. थोड्या वेळाने पुन्हा प्रयत्न करा.',
  'We are very busy right now. Please try again in a few seconds.': 'सध्या खूप गर्दी आहे. काही सेकंदांत पुन्हा प्रयत्न करा.',
  "We can't find that booking in your account.": 'तुमच्या खात्यात हे बुकिंग सापडले नाही.',
  'Coupon applied successfully!': 'कूपन लागले!',
  'Please enter a coupon code.': 'कृपया कूपन कोड टाका.',
  'Invalid coupon code.': 'कूपन कोड चुकीचा आहे.',
  'This coupon counts from ₹# on.': 'हे कूपन ₹# पासून पुढे चालते.',
  'This coupon is for another venue.': 'हे कूपन दुसऱ्या ठिकाणाचे आहे.',
  'Changes Saved!': 'बदल सेव्ह झाले!',
  'Details Updated!': 'माहिती अपडेट झाली!',
  'That picture did not arrive whole. Please try again.': 'चित्र पूर्ण पोहोचले नाही. कृपया पुन्हा प्रयत्न करा.',
  'Your Booking Has Been Canceled.': 'तुमचे बुकिंग रद्द झाले.',
  "It's too late to cancel online: that is possible until # hours before the start.":
    'ऑनलाइन रद्द करण्याची वेळ गेली: सुरू होण्याच्या # तास आधीपर्यंतच ते शक्य आहे.',
  'Only a confirmed booking can be cancelled.': 'फक्त पक्के बुकिंग रद्द करता येते.',
  "That's a lot of cancellations for one day. Please ask the front desk for help.":
    'एका दिवसासाठी ही खूप रद्द झालेली बुकिंग आहेत. कृपया फ्रंट डेस्कची मदत घ्या.',
  'This court is booked already. You can cancel it from your bookings.':
    'हे कोर्ट आधीच बुक आहे. तुम्ही ते तुमच्या बुकिंगमधून रद्द करू शकता.',
  'Please enter your current password.': 'तुमचा सध्याचा पासवर्ड टाका.',
  'Oops! The passwords don’t match.': 'अरेरे! पासवर्ड जुळत नाहीत.',
  'Password Updated!': 'पासवर्ड अपडेट झाला!',
  'That is not your current password.': 'हा तुमचा सध्याचा पासवर्ड नाही.',
  'Your new password is your old one. Please pick another.': 'नवीन पासवर्ड जुनाच आहे. दुसरा निवडा.',
  'Booking Confirmed!': 'बुकिंग कन्फर्म झाले!',
  "Online payment isn't open for your account yet. Please pay at the court.":
    'तुमच्या खात्यासाठी ऑनलाइन पेमेंट अजून सुरू झालेलं नाही. कृपया कोर्टवर पैसे द्या.',
  "This court is booked already. You'll find it in your bookings.": 'हा कोर्ट आधीच बुक आहे. तो तुम्हाला तुमच्या बुकिंगमध्ये दिसेल.',
  "That's too little for an online payment. Please pay at the court.":
    'ऑनलाइन पेमेंटसाठी ही रक्कम फारच कमी आहे. कृपया कोर्टवर पैसे द्या.',
  "Online payment isn't answering right now. Try again in a moment, or pay at the court.":
    'ऑनलाइन पेमेंट आत्ता चालत नाही. थोड्या वेळाने पुन्हा प्रयत्न करा, किंवा कोर्टवर पैसे द्या.',
  'Your payment is on its way. We keep your court and tell you as soon as we know more.':
    'तुमचं पेमेंट वाटेत आहे. आम्ही तुमचा कोर्ट राखून ठेवतो आणि कळताच सांगू.',
  "The payment didn't go through. Nothing was booked; try again or pay at the court.":
    'पेमेंट पूर्ण झालं नाही. काहीही बुक झालं नाही; पुन्हा प्रयत्न करा किंवा कोर्टवर पैसे द्या.',
  "We haven't seen a payment yet. If money has left your account, it will show here in a moment.":
    'अजून कोणतंही पेमेंट दिसलं नाही. तुमच्या खात्यातून पैसे गेले असतील, तर ते थोड्या वेळात इथे दिसेल.',
  'We could not recognise that payment. Nothing was changed.': 'हे पेमेंट आम्हाला ओळखता आलं नाही. काहीही बदललं नाही.',
  'No worries, your court is still held. Try again or pay at the court.':
    'काळजी नको, तुमचा कोर्ट अजून राखून ठेवला आहे. पुन्हा प्रयत्न करा किंवा कोर्टवर पैसे द्या.',
  'Nothing is held for you right now.': 'आत्ता तुमच्यासाठी कोणताही कोर्ट राखून ठेवलेला नाही.',
  'Your payment is on its way. We keep your court until we know more.':
    'तुमचं पेमेंट वाटेत आहे. नक्की कळेपर्यंत आम्ही तुमचा कोर्ट राखून ठेवतो.',
  'Your payment had come through already: your court is booked.': 'तुमचं पेमेंट आधीच पोहोचलं होतं: तुमचा कोर्ट बुक आहे.',
  'This booking was cancelled. Please book again.': 'हे बुकिंग रद्द झाले होते. कृपया पुन्हा बुक करा.',
  'You already have # games to pay at the court. Play or cancel one of them first.':
    'तुमच्या # गेमचे पैसे कोर्टवर द्यायचे बाकी आहेत. आधी त्यातला एक खेळा किंवा रद्द करा.',
  'Paying at the court is off for your account after missed games. Please ask at the front desk.':
    'चुकलेल्या गेममुळे तुमच्या खात्यावर कोर्टवर पैसे देणे बंद आहे. कृपया फ्रंट डेस्कवर विचारा.',
  "Time's up: we could not hold that court any longer. Pick it again if it's still free.":
    'वेळ संपली: आम्ही ते कोर्ट आणखी राखू शकलो नाही. अजून मोकळे असेल तर पुन्हा निवडा.',
  'A code is on its way already. Please give it a moment.': 'एक कोड आधीच पाठवला आहे. क्षणभर थांबा.',
  "We can't send another code for this one. Please start again.":
    'यासाठी आणखी कोड पाठवता येत नाही. कृपया पुन्हा सुरुवात करा.',
  'OTP Sent Successfully': 'OTP पाठवला आहे',
  "We can't send codes at the moment. Please try again in a minute.":
    'सध्या आम्ही कोड पाठवू शकत नाही. कृपया एका मिनिटाने पुन्हा प्रयत्न करा.',
  'OTP Verified successfully!': 'OTP व्हेरिफाय झाला!',
  'Password has been changed successfully!': 'पासवर्ड बदलला आहे!',
  'Your time to set a new password is over. Please start again.': 'नवीन पासवर्ड ठेवण्याची वेळ संपली. कृपया पुन्हा सुरुवात करा.',
  'You already have an account with us. Please set a new password.':
    'आमच्याकडे तुमचे खाते आधीपासून आहे. कृपया नवीन पासवर्ड ठेवा.',
  'That was not the code, and it was the last try. Please start again.':
    'हा कोड नव्हता, आणि ही शेवटची संधी होती. कृपया पुन्हा सुरुवात करा.',
  "That's not the code we sent. One try left.": 'आम्ही हा कोड पाठवला नव्हता. एक संधी उरली आहे.',
  "That's not the code we sent. # tries left.": 'आम्ही हा कोड पाठवला नव्हता. # संधी उरल्या आहेत.',
  "This code can't be used any more. Please ask for a new one.": 'हा कोड आता चालणार नाही. कृपया नवीन मागवा.',
  'Invalid phone number, or password.': 'फोन नंबर किंवा पासवर्ड चुकीचा आहे.',
  'Verification Pending': 'व्हेरिफिकेशन बाकी आहे',
  "We can't find that venue. Please pick another one.": 'ते ठिकाण सापडले नाही. कृपया दुसरे निवडा.',
  "We can't find that court. Please pick another one.": 'ते कोर्ट सापडले नाही. कृपया दुसरे निवडा.',
  "That hour can't be booked. Please pick another time.": 'तो तास बुक होऊ शकत नाही. कृपया दुसरी वेळ निवडा.',
  "That day can't be booked. Pick one from today to a month ahead.":
    'तो दिवस बुक होऊ शकत नाही. आजपासून एक महिन्यापर्यंतचा दिवस निवडा.',
  'This court is yours already: you have booked it. Your pass is in your bookings.':
    'हे कोर्ट आधीच तुमचे आहे: तुम्ही ते बुक केले आहे. तुमचा पास तुमच्या बुकिंगमध्ये आहे.',
  'Someone was quicker: that court has just been taken. Pick another one.':
    'कोणीतरी जास्त चपळ निघाले: ते कोर्ट आत्ताच बुक झाले. दुसरे निवडा.',
  'You have held this court twice without booking it. Give others a chance and try again in # minutes.':
    'तुम्ही हे कोर्ट दोनदा राखले पण बुक केले नाही. इतरांनाही संधी द्या आणि # मिनिटांनी पुन्हा प्रयत्न करा.',
  'You have held many courts in a short time. Please take a short break.':
    'तुम्ही थोड्या वेळात खूप कोर्ट राखली आहेत. कृपया थोडे थांबा.',
  'Birthdate must be a real date.': 'जन्मतारीख खरी तारीख असावी.',
  'Birthdate must be in the past.': 'जन्मतारीख मागची असावी.',
  'You need to be at least # to have an account. Ask a grown-up to book for you!':
    'खात्यासाठी किमान # वर्षांचे असणे आवश्यक आहे. एखाद्या मोठ्या व्यक्तीकडून बुक करून घ्या!',
  'Full name must start with a letter.': 'पूर्ण नाव अक्षराने सुरू व्हावे.',
  'That does not look like an Indian mobile number.': 'हा भारतीय मोबाइल नंबर वाटत नाही.',
  'Select your gender.': 'तुमचे लिंग निवडा.',
  'No games yet. Time to change that!': 'अजून एकही गेम नाही. चला, सुरुवात करूया!',
  'pickleball, your way': 'पिकलबॉल, तुमच्या स्टाइलने',
  'Courts, booked in under a minute.': 'कोर्ट, एका मिनिटाच्या आत बुक.',
};
