import type * as shortcutFile from '@/desk/keys/texts';
import type { CataloguesOf } from '../catalogues-of';

/** The list of the desk's keys in Gujarati. */
export const deskKeys: CataloguesOf<typeof shortcutFile> = {
  shortcut: {
    title: 'કી',
    show: 'બધી કી બતાવો',
    single: 'એક અક્ષરની કી',
    hint: 'અક્ષર, અંક અને ચિહ્નો ખાનાંની બહાર તરત કામ કરે છે. બંધ હોય ત્યારે ટૅબ, તીર, એન્ટર અને એસ્કેપ વાપરો. આ ડિવાઇસ તે યાદ રાખે છે.',
    moneyTabs: 'આવક, દિવસનો અંત, રિફંડ: પૈસાની સ્ક્રીન પર',
    dayEnd: 'આવ્યા, ન આવ્યા, ખોલો, મળ્યું, ગલ્લો ગણો: દિવસના અંતે',
    giveBack: 'નિષ્ફળ રિફંડ બીજી રીતે પાછું આપો',
    find: 'બુકિંગ કે ખેલાડી શોધો',
    digit: 'કોઈ અંક',
    open: 'બુકિંગ ખોલો, અથવા ખાલી કલાક બુક કરો',
    walkIn: 'વૉક-ઇન',
    now: 'અત્યારે પર જાઓ',
    days: 'આગલો દિવસ, પછીનો દિવસ',
    checkIn: 'ચેક ઇન',
    absent: 'આવ્યા નથી',
    note: 'નોંધ',
    cancel: 'બુકિંગ રદ કરો',
    move: 'બદલો',
    longer: 'એક કલાક વધુ',
    shorter: 'એક કલાક ઓછો',
    tenders: 'રોકડ, યુપીઆઈ, કાર્ડ',
    split: 'રકમ વહેંચો',
    rain: 'વરસાદ માટે કોર્ટ બંધ કરો, અથવા જુઓ કોણે જવાબ નથી આપ્યો',
    closing: 'બધા બહારના કોર્ટ, એક કલાક વધુ',
    block: 'બીજા કારણે કોર્ટ બંધ કરો',
    undo: 'પાછું લો',
    screens: 'બોર્ડ, ભાવ, ચેક-ઇન, પૈસા, ખેલાડી, રિપોર્ટ',
    records: 'નીચેની હરોળ, ઉપરની હરોળ, યાદીનાં ફિલ્ટર',
    lock: 'આ ડિવાઇસ લૉક કરો',
    keys: 'આ કી',
  },
};
