import type { ServerSentences } from '../server-sentences';

/** The server's sentences in Gujarati. */
export const server: ServerSentences = {
  'The api-key header is missing or not valid. Please reload the page.': 'પેજ જૂનું થઈ ગયું છે. કૃપા કરીને રીલોડ કરો.',
  'Authentication token is missing!': 'ઑથેન્ટિકેશન ટોકન નથી!',
  'You have been logged out. Please log in again to continue.': 'તમે લૉગ આઉટ થઈ ગયા છો. આગળ વધવા ફરી લૉગ ઇન કરો.',
  'The request took too long to arrive. Please check your connection and try again.':
    'બહુ વાર લાગી. તમારું કનેક્શન તપાસીને ફરી પ્રયત્ન કરો.',
  'That was a bit too quick. Please wait a moment and try again.': 'આ જરા ઝડપી થઈ ગયું. એક ક્ષણ રોકાઈને ફરી પ્રયત્ન કરો.',
  "We can't reach our booking desk right now. Please try again in a moment.":
    'હમણાં બુકિંગ ડેસ્ક સુધી પહોંચી શકાતું નથી. થોડી વારમાં ફરી પ્રયત્ન કરો.',
  'We could not tell whether that went through. Please check your bookings before you try again.':
    'તે પૂરું થયું કે નહીં તે ખબર ન પડી. ફરી પ્રયત્ન કરતાં પહેલાં તમારાં બુકિંગ જોઈ લો.',
  'Something went wrong on our side. Please try again in a moment.': 'અમારી બાજુ કંઈક ગરબડ થઈ. થોડી વારમાં ફરી પ્રયત્ન કરો.',
  'Something went wrong on our side. Please try again.': 'અમારી બાજુ કંઈક ગરબડ થઈ. કૃપા કરીને ફરી પ્રયત્ન કરો.',
  'It is very busy right now. Please try again in a moment.': 'હમણાં બહુ ભીડ છે. થોડી વારમાં ફરી પ્રયત્ન કરો.',
  'We are very busy right now. Please try again in a few seconds.': 'હમણાં બહુ ભીડ છે. થોડી સેકન્ડમાં ફરી પ્રયત્ન કરો.',
  "We can't find that booking in your account.": 'તમારા અકાઉન્ટમાં આ બુકિંગ મળ્યું નહીં.',
  'Coupon applied successfully!': 'કૂપન લાગી ગયું!',
  'Please enter a coupon code.': 'કૃપા કરીને કૂપન કોડ નાખો.',
  'Invalid coupon code.': 'કૂપન કોડ ખોટો છે.',
  'This coupon counts from ₹# on.': 'આ કૂપન ₹# થી ઉપર ચાલે છે.',
  'This coupon is for another venue.': 'આ કૂપન બીજી જગ્યાનું છે.',
  'Changes Saved!': 'ફેરફાર સેવ થયા!',
  'Details Updated!': 'વિગતો અપડેટ થઈ!',
  'That picture did not arrive whole. Please try again.': 'ચિત્ર પૂરું પહોંચ્યું નહીં. કૃપા કરીને ફરી પ્રયત્ન કરો.',
  'Your Booking Has Been Canceled.': 'તમારું બુકિંગ કેન્સલ થઈ ગયું.',
  "It's too late to cancel online: that is possible until # hours before the start.":
    'ઑનલાઇન કેન્સલ કરવાનો સમય ગયો: તે શરૂ થવાના # કલાક પહેલાં સુધી જ થઈ શકે.',
  'Only a confirmed booking can be cancelled.': 'ફક્ત પાકું બુકિંગ કેન્સલ થઈ શકે.',
  "That's a lot of cancellations for one day. Please ask the front desk for help.":
    'એક દિવસ માટે આ ઘણાં કેન્સલેશન છે. કૃપા કરીને ફ્રન્ટ ડેસ્કની મદદ લો.',
  'This court is booked already. You can cancel it from your bookings.':
    'આ કોર્ટ પહેલેથી બુક છે. તમે તેને તમારાં બુકિંગમાંથી કેન્સલ કરી શકો છો.',
  'Please enter your current password.': 'તમારો હાલનો પાસવર્ડ નાખો.',
  'Oops! The passwords don’t match.': 'ઓહ! પાસવર્ડ સરખા નથી.',
  'Password Updated!': 'પાસવર્ડ અપડેટ થયો!',
  'That is not your current password.': 'આ તમારો હાલનો પાસવર્ડ નથી.',
  'Your new password is your old one. Please pick another.': 'નવો પાસવર્ડ જૂનો જ છે. બીજો પસંદ કરો.',
  'Booking Confirmed!': 'બુકિંગ કન્ફર્મ થઈ ગયું!',
  "Online payment isn't open for your account yet. Please pay at the court.":
    'તમારા અકાઉન્ટ માટે ઑનલાઇન પેમેન્ટ હજી શરૂ થયું નથી. કૃપા કરીને કોર્ટ પર ચૂકવો.',
  "This court is booked already. You'll find it in your bookings.": 'આ કોર્ટ પહેલેથી બુક છે. તે તમને તમારાં બુકિંગમાં મળશે.',
  "That's too little for an online payment. Please pay at the court.":
    'ઑનલાઇન પેમેન્ટ માટે આ રકમ બહુ ઓછી છે. કૃપા કરીને કોર્ટ પર ચૂકવો.',
  "Online payment isn't answering right now. Try again in a moment, or pay at the court.":
    'ઑનલાઇન પેમેન્ટ હમણાં ચાલતું નથી. થોડી વારમાં ફરી પ્રયત્ન કરો, અથવા કોર્ટ પર ચૂકવો.',
  'Your payment is on its way. We keep your court and tell you as soon as we know more.':
    'તમારું પેમેન્ટ રસ્તામાં છે. અમે તમારો કોર્ટ રાખી મૂકીએ છીએ અને ખબર પડતાં જ જણાવીશું.',
  "The payment didn't go through. Nothing was booked; try again or pay at the court.":
    'પેમેન્ટ પૂરું થયું નહીં. કંઈ બુક થયું નથી; ફરી પ્રયત્ન કરો અથવા કોર્ટ પર ચૂકવો.',
  "We haven't seen a payment yet. If money has left your account, it will show here in a moment.":
    'હજી સુધી કોઈ પેમેન્ટ દેખાયું નથી. જો તમારા ખાતામાંથી પૈસા કપાયા હોય, તો થોડી વારમાં અહીં દેખાશે.',
  'We could not recognise that payment. Nothing was changed.': 'આ પેમેન્ટ અમે ઓળખી શક્યા નહીં. કંઈ બદલાયું નથી.',
  'No worries, your court is still held. Try again or pay at the court.':
    'ચિંતા નહીં, તમારો કોર્ટ હજી રાખેલો છે. ફરી પ્રયત્ન કરો અથવા કોર્ટ પર ચૂકવો.',
  'Nothing is held for you right now.': 'હમણાં તમારા માટે કોઈ કોર્ટ રાખેલો નથી.',
  'Your payment is on its way. We keep your court until we know more.':
    'તમારું પેમેન્ટ રસ્તામાં છે. પાકી ખબર પડે ત્યાં સુધી અમે તમારો કોર્ટ રાખી મૂકીએ છીએ.',
  'Your payment had come through already: your court is booked.': 'તમારું પેમેન્ટ પહેલેથી આવી ગયું હતું: તમારો કોર્ટ બુક છે.',
  'This booking was cancelled. Please book again.': 'આ બુકિંગ કેન્સલ થયું હતું. કૃપા કરીને ફરી બુક કરો.',
  'You already have # games to pay at the court. Play or cancel one of them first.':
    'તમારી # ગેમનું ચુકવણું કોર્ટ પર બાકી છે. પહેલાં તેમાંથી એક રમો અથવા કેન્સલ કરો.',
  'Paying at the court is off for your account after missed games. Please ask at the front desk.':
    'ચૂકી ગયેલી ગેમને લીધે તમારા અકાઉન્ટ પર કોર્ટ પર ચૂકવવાનું બંધ છે. કૃપા કરીને ફ્રન્ટ ડેસ્ક પર પૂછો.',
  "Time's up: we could not hold that court any longer. Pick it again if it's still free.":
    'સમય પૂરો: અમે તે કોર્ટ વધુ રોકી ન શક્યા. હજી ખાલી હોય તો ફરી પસંદ કરો.',
  'A code is on its way already. Please give it a moment.': 'એક કોડ પહેલેથી મોકલ્યો છે. એક ક્ષણ રોકાઓ.',
  "We can't send another code for this one. Please start again.":
    'આના માટે બીજો કોડ મોકલી શકાતો નથી. કૃપા કરીને ફરીથી શરૂ કરો.',
  'OTP Sent Successfully': 'OTP મોકલી દીધો',
  "We can't send codes at the moment. Please try again in a minute.":
    'અત્યારે અમે કોડ મોકલી શકતા નથી. કૃપા કરીને એક મિનિટ પછી ફરી પ્રયાસ કરો.',
  'OTP Verified successfully!': 'OTP વેરિફાય થઈ ગયો!',
  'Password has been changed successfully!': 'પાસવર્ડ બદલાઈ ગયો!',
  'Your time to set a new password is over. Please start again.':
    'નવો પાસવર્ડ રાખવાનો સમય પૂરો થયો. કૃપા કરીને ફરીથી શરૂ કરો.',
  'You already have an account with us. Please set a new password.':
    'અમારે ત્યાં તમારું અકાઉન્ટ પહેલેથી છે. કૃપા કરીને નવો પાસવર્ડ રાખો.',
  'That was not the code, and it was the last try. Please start again.':
    'આ કોડ નહોતો, અને આ છેલ્લો પ્રયત્ન હતો. કૃપા કરીને ફરીથી શરૂ કરો.',
  "That's not the code we sent. One try left.": 'અમે આ કોડ નહોતો મોકલ્યો. એક પ્રયત્ન બાકી છે.',
  "That's not the code we sent. # tries left.": 'અમે આ કોડ નહોતો મોકલ્યો. # પ્રયત્ન બાકી છે.',
  "This code can't be used any more. Please ask for a new one.": 'આ કોડ હવે નહીં ચાલે. કૃપા કરીને નવો માગો.',
  'Invalid phone number, or password.': 'ફોન નંબર અથવા પાસવર્ડ ખોટો છે.',
  'Verification Pending': 'વેરિફિકેશન બાકી છે',
  "We can't find that venue. Please pick another one.": 'તે જગ્યા મળી નહીં. કૃપા કરીને બીજી પસંદ કરો.',
  "We can't find that court. Please pick another one.": 'તે કોર્ટ મળ્યો નહીં. કૃપા કરીને બીજો પસંદ કરો.',
  "That hour can't be booked. Please pick another time.": 'તે કલાક બુક થઈ શકતો નથી. કૃપા કરીને બીજો સમય પસંદ કરો.',
  "That day can't be booked. Pick one from today to a month ahead.":
    'તે દિવસ બુક થઈ શકતો નથી. આજથી એક મહિના સુધીનો કોઈ દિવસ પસંદ કરો.',
  'This court is yours already: you have booked it. Your pass is in your bookings.':
    'આ કોર્ટ પહેલેથી તમારો છે: તમે તેને બુક કર્યો છે. તમારો પાસ તમારા બુકિંગમાં છે.',
  'Someone was quicker: that court has just been taken. Pick another one.':
    'કોઈ વધુ ઝડપી નીકળ્યું: તે કોર્ટ હમણાં જ બુક થઈ ગયો. બીજો પસંદ કરો.',
  'You have held this court twice without booking it. Give others a chance and try again in # minutes.':
    'તમે આ કોર્ટ બે વાર રોક્યો પણ બુક ન કર્યો. બીજાને પણ તક આપો અને # મિનિટમાં ફરી પ્રયત્ન કરો.',
  'You have held many courts in a short time. Please take a short break.':
    'તમે થોડા સમયમાં ઘણા કોર્ટ રોક્યા છે. કૃપા કરીને થોડું રોકાઓ.',
  'Birthdate must be a real date.': 'જન્મતારીખ સાચી તારીખ હોવી જોઈએ.',
  'Birthdate must be in the past.': 'જન્મતારીખ વીતેલા દિવસની હોવી જોઈએ.',
  'You need to be at least # to have an account. Ask a grown-up to book for you!':
    'અકાઉન્ટ માટે ઓછામાં ઓછા # વર્ષના હોવું જરૂરી છે. કોઈ મોટા પાસે બુક કરાવો!',
  'Full name must start with a letter.': 'પૂરું નામ અક્ષરથી શરૂ થવું જોઈએ.',
  'That does not look like an Indian mobile number.': 'આ ભારતીય મોબાઇલ નંબર લાગતો નથી.',
  'Select your gender.': 'તમારું જેન્ડર પસંદ કરો.',
  'No games yet. Time to change that!': 'હજી કોઈ ગેમ નથી. ચાલો, શરૂ કરીએ!',
  'pickleball, your way': 'પિકલબૉલ, તમારી સ્ટાઇલમાં',
  'Courts, booked in under a minute.': 'કોર્ટ, એક મિનિટથી ઓછામાં બુક.',
};
