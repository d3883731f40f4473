import type { ServerSentences } from '../server-sentences';

/** The server's sentences in Hindi. */
export const server: ServerSentences = {
  'The api-key header is missing or not valid. Please reload the page.': 'पेज पुराना हो गया है। कृपया रीलोड कीजिए।',
  'Authentication token is missing!': 'ऑथेंटिकेशन टोकन नहीं है!',
  'You have been logged out. Please log in again to continue.': 'आप लॉग आउट हो गए हैं। आगे बढ़ने के लिए फिर लॉग इन कीजिए।',
  'The request took too long to arrive. Please check your connection and try again.':
    'बहुत देर लग गई। अपना कनेक्शन देखकर फिर कोशिश कीजिए।',
  'That was a bit too quick. Please wait a moment and try again.': 'यह थोड़ा जल्दी हो गया। एक पल रुककर फिर कोशिश कीजिए।',
  "We can't reach our booking desk right now. Please try again in a moment.":
    'अभी बुकिंग डेस्क तक नहीं पहुँच पा रहे। थोड़ी देर में फिर कोशिश कीजिए।',
  'We could not tell whether that went through. Please check your bookings before you try again.':
    'पता नहीं चला कि वह पूरा हुआ या नहीं। फिर कोशिश करने से पहले अपनी बुकिंग देख लीजिए।',
  'Something went wrong on our side. Please try again in a moment.': 'हमारी तरफ़ कुछ गड़बड़ हुई। थोड़ी देर में फिर कोशिश कीजिए।',
  'Something went wrong on our side. Please try again.': 'हमारी तरफ़ कुछ गड़बड़ हुई। कृपया फिर कोशिश कीजिए।',
  'It is very busy right now. Please try again in a moment.': 'अभी बहुत भीड़ है। थोड़ी देर में फिर कोशिश कीजिए।',
  'We are very busy right now. Please try again in a few seconds.': 'अभी बहुत भीड़ है। कुछ सेकंड में फिर कोशिश कीजिए।',
  "We can't find that booking in your account.": 'आपके अकाउंट में यह बुकिंग नहीं मिली।',
  'Coupon applied successfully!': 'कूपन लग गया!',
  'Please enter a coupon code.': 'कृपया कूपन कोड डालें।',
  'Invalid coupon code.': 'कूपन कोड ग़लत है।',
  'This coupon counts from ₹# on.': 'यह कूपन ₹# से ऊपर चलता है।',
  'This coupon is for another venue.': 'यह कूपन किसी और जगह का है।',
  'Changes Saved!': 'बदलाव सेव हो गए!',
  'Details Updated!': 'जानकारी अपडेट हो गई!',
  'That picture did not arrive whole. Please try again.': 'तस्वीर पूरी नहीं पहुँची। कृपया फिर कोशिश कीजिए।',
  'Your Booking Has Been Canceled.': 'आपकी बुकिंग कैंसल हो गई।',
  "It's too late to cancel online: that is possible until # hours before the start.":
    'ऑनलाइन कैंसल करने का समय निकल गया: यह शुरू होने से # घंटे पहले तक ही हो सकता है।',
  'Only a confirmed booking can be cancelled.': 'सिर्फ़ पक्की बुकिंग कैंसल हो सकती है।',
  "That's a lot of cancellations for one day. Please ask the front desk for help.":
    'एक दिन के लिए यह बहुत सारे कैंसलेशन हैं। कृपया फ़्रंट डेस्क से मदद लीजिए।',
  'This court is booked already. You can cancel it from your bookings.':
    'यह कोर्ट पहले ही बुक है। आप इसे अपनी बुकिंग से कैंसल कर सकते हैं।',
  'Please enter your current password.': 'अपना मौजूदा पासवर्ड डालिए।',
  'Oops! The passwords don’t match.': 'ओह! पासवर्ड मेल नहीं खाते।',
  'Password Updated!': 'पासवर्ड अपडेट हो गया!',
  'That is not your current password.': 'यह आपका मौजूदा पासवर्ड नहीं है।',
  'Your new password is your old one. Please pick another.': 'नया पासवर्ड पुराना वाला ही है। कोई और चुनिए।',
  'Booking Confirmed!': 'बुकिंग कन्फ़र्म हो गई!',
  "Online payment isn't open for your account yet. Please pay at the court.":
    'आपके अकाउंट के लिए ऑनलाइन भुगतान अभी शुरू नहीं हुआ है। कृपया कोर्ट पर भुगतान कीजिए।',
  "This court is booked already. You'll find it in your bookings.": 'यह कोर्ट पहले ही बुक है। यह आपको अपनी बुकिंग में मिलेगा।',
  "That's too little for an online payment. Please pay at the court.":
    'ऑनलाइन भुगतान के लिए यह रक़म बहुत कम है। कृपया कोर्ट पर भुगतान कीजिए।',
  "Online payment isn't answering right now. Try again in a moment, or pay at the court.":
    'ऑनलाइन भुगतान अभी नहीं चल रहा। थोड़ी देर में फिर कोशिश कीजिए, या कोर्ट पर भुगतान कीजिए।',
  'Your payment is on its way. We keep your court and tell you as soon as we know more.':
    'आपका भुगतान रास्ते में है। हम आपका कोर्ट रोके रखते हैं और पता चलते ही बताएँगे।',
  "The payment didn't go through. Nothing was booked; try again or pay at the court.":
    'भुगतान पूरा नहीं हुआ। कुछ बुक नहीं हुआ; फिर कोशिश कीजिए या कोर्ट पर भुगतान कीजिए।',
  "We haven't seen a payment yet. If money has left your account, it will show here in a moment.":
    'अभी तक कोई भुगतान नहीं दिखा। अगर आपके खाते से पैसे कटे हैं, तो थोड़ी देर में यहाँ दिखेगा।',
  'We could not recognise that payment. Nothing was changed.': 'यह भुगतान हम पहचान नहीं पाए। कुछ नहीं बदला।',
  'No worries, your court is still held. Try again or pay at the court.':
    'चिंता की बात नहीं, आपका कोर्ट अब भी रुका है। फिर कोशिश कीजिए या कोर्ट पर भुगतान कीजिए।',
  'Nothing is held for you right now.': 'अभी आपके लिए कोई कोर्ट रुका नहीं है।',
  'Your payment is on its way. We keep your court until we know more.':
    'आपका भुगतान रास्ते में है। पक्का पता चलने तक हम आपका कोर्ट रोके रखते हैं।',
  'Your payment had come through already: your court is booked.': 'आपका भुगतान पहले ही पहुँच चुका था: आपका कोर्ट बुक है।',
  'This booking was cancelled. Please book again.': 'यह बुकिंग कैंसल हो गई थी। कृपया फिर बुक कीजिए।',
  'You already have # games to pay at the court. Play or cancel one of them first.':
    'आपके # गेम का भुगतान कोर्ट पर होना बाक़ी है। पहले उनमें से एक खेलिए या कैंसल कीजिए।',
  'Paying at the court is off for your account after missed games. Please ask at the front desk.':
    'छूटे हुए गेम के कारण आपके अकाउंट पर कोर्ट पर पे करना बंद है। कृपया फ़्रंट डेस्क पर पूछिए।',
  "Time's up: we could not hold that court any longer. Pick it again if it's still free.":
    'समय ख़त्म: हम वह कोर्ट और नहीं रोक सके। अब भी ख़ाली हो तो फिर चुनिए।',
  'A code is on its way already. Please give it a moment.': 'एक कोड पहले ही भेजा जा चुका है। एक पल रुकिए।',
  "We can't send another code for this one. Please start again.": 'इसके लिए और कोड नहीं भेज सकते। कृपया फिर से शुरू कीजिए।',
  'OTP Sent Successfully': 'OTP भेज दिया गया',
  "We can't send codes at the moment. Please try again in a minute.":
    'अभी हम कोड नहीं भेज पा रहे हैं। कृपया एक मिनट बाद फिर कोशिश करें।',
  'OTP Verified successfully!': 'OTP वेरिफ़ाई हो गया!',
  'Password has been changed successfully!': 'पासवर्ड बदल दिया गया!',
  'Your time to set a new password is over. Please start again.':
    'नया पासवर्ड रखने का समय ख़त्म हो गया। कृपया फिर से शुरू कीजिए।',
  'You already have an account with us. Please set a new password.':
    'हमारे यहाँ आपका अकाउंट पहले से है। कृपया नया पासवर्ड रखिए।',
  'That was not the code, and it was the last try. Please start again.':
    'यह कोड नहीं था, और यह आख़िरी मौक़ा था। कृपया फिर से शुरू कीजिए।',
  "That's not the code we sent. One try left.": 'हमने यह कोड नहीं भेजा था। एक मौक़ा बाक़ी है।',
  "That's not the code we sent. # tries left.": 'हमने यह कोड नहीं भेजा था। # मौक़े बाक़ी हैं।',
  "This code can't be used any more. Please ask for a new one.": 'यह कोड अब नहीं चलेगा। कृपया नया माँगिए।',
  'Invalid phone number, or password.': 'फ़ोन नंबर या पासवर्ड ग़लत है।',
  'Verification Pending': 'वेरिफ़िकेशन बाक़ी है',
  "We can't find that venue. Please pick another one.": 'वह जगह नहीं मिली। कृपया कोई और चुनिए।',
  "We can't find that court. Please pick another one.": 'वह कोर्ट नहीं मिला। कृपया कोई और चुनिए।',
  "That hour can't be booked. Please pick another time.": 'वह घंटा बुक नहीं हो सकता। कृपया कोई और समय चुनिए।',
  "That day can't be booked. Pick one from today to a month ahead.":
    'वह दिन बुक नहीं हो सकता। आज से एक महीने आगे तक का कोई दिन चुनिए।',
  'This court is yours already: you have booked it. Your pass is in your bookings.':
    'यह कोर्ट पहले से आपका है: आपने इसे बुक किया है। आपका पास आपकी बुकिंग में है।',
  'Someone was quicker: that court has just been taken. Pick another one.':
    'कोई और तेज़ निकला: वह कोर्ट अभी-अभी बुक हो गया। दूसरा चुनिए।',
  'You have held this court twice without booking it. Give others a chance and try again in # minutes.':
    'आपने यह कोर्ट दो बार रोका पर बुक नहीं किया। औरों को भी मौक़ा दीजिए और # मिनट में फिर कोशिश कीजिए।',
  'You have held many courts in a short time. Please take a short break.':
    'आपने थोड़े समय में कई कोर्ट रोके हैं। कृपया थोड़ा रुकिए।',
  'Birthdate must be a real date.': 'जन्मतिथि सही तारीख़ हो।',
  'Birthdate must be in the past.': 'जन्मतिथि बीते दिन की हो।',
  'You need to be at least # to have an account. Ask a grown-up to book for you!':
    'अकाउंट के लिए कम से कम # साल का होना ज़रूरी है। किसी बड़े से बुक करवाइए!',
  'Full name must start with a letter.': 'पूरा नाम किसी अक्षर से शुरू हो।',
  'That does not look like an Indian mobile number.': 'यह भारतीय मोबाइल नंबर नहीं लगता।',
  'Select your gender.': 'अपना जेंडर चुनिए।',
  'No games yet. Time to change that!': 'अभी कोई गेम नहीं। चलिए, शुरू करते हैं!',
  'pickleball, your way': 'पिकलबॉल, आपके अंदाज़ में',
  'Courts, booked in under a minute.': 'कोर्ट, एक मिनट से कम में बुक।',
};
