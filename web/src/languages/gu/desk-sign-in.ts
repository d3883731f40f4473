import type * as enrolFile from '@/desk/enrol/texts';
import type * as lockFile from '@/desk/lock/texts';
import type * as signInFile from '@/desk/sign-in/texts';
import type { CataloguesOf } from '../catalogues-of';

/** Signing in to the desk, in Gujarati. */
export const deskSignIn: CataloguesOf<typeof lockFile & typeof signInFile & typeof enrolFile> = {
  lock: {
    title: 'લૉક છે',
    who: 'તમે કોણ છો?',
    nobody: 'આ ડિવાઇસ પર હજી કોઈ નથી. પાસકી અથવા કોડથી સાઇન ઇન કરો, પછી સેટ-અપમાં પિન બનાવો.',
    byCode: 'પાસકી અથવા કોડથી સાઇન ઇન કરો',
    pinOf: (name) => `${name}નો પિન`,
    digits: (count) => `6 માંથી ${count} અંક`,
    remove: 'છેલ્લો અંક કાઢો',
    other: 'બીજું કોઈ',
    unlocking: 'ખૂલે છે…',
    paused: (minutes) => `ઘણી વાર પ્રયત્ન થયો. ${minutes} મિનિટ પછી ફરી કરો, અથવા પાસકી અથવા કોડથી સાઇન ઇન કરો.`,
    offline: 'કનેક્શન નથી. ખોલવા માટે સર્વર જોઈએ.',
    failed: 'આ ડેસ્કના લોકો લોડ ન થયા',
    retry: 'ફરી પ્રયત્ન કરો',
  },
  deskSignIn: {
    title: 'ડેસ્કમાં સાઇન ઇન કરો',
    subtitle: 'કોર્ટ ચલાવનારાઓ માટે.',
    phone: 'મોબાઇલ નંબર',
    code: 'ઍપનો કોડ',
    submit: 'સાઇન ઇન કરો',
    byPin: 'પિનથી ખોલો',
    phoneWrong: 'દસ આંકડા, જેમ કે 98250 41736.',
    codeWrong: 'છ આંકડા, તમારી ઑથેન્ટિકેટર ઍપમાંથી.',
    doNotFit: 'આ નંબર અને કોડ મળતા નથી. ઍપનો સૌથી નવો કોડ વાપરો.',
    help: 'બધું ખોવાઈ ગયું? માલિક કે મેનેજર પાસે નવી લિંક માગો.',
    failed: 'સાઇન ઇન ન થયું',
  },
  deskJoin: {
    title: 'ડેસ્કમાં સ્વાગત છે',
    using: 'તમારી લિંક ખૂલે છે…',
    linkFailed: 'લિંક ન ચાલી',
    toSignIn: 'સાઇન ઇન પર જાઓ',
    retry: 'ફરી પ્રયત્ન કરો',
    welcome: (name) => `${name}, સ્વાગત છે`,
    explain: 'હવેથી કેવી રીતે સાઇન ઇન કરશો તે પસંદ કરો: પાસકીથી, અથવા તમારા નંબર અને ઍપના કોડથી. તમારી લિંક બીજી વાર ચાલશે નહીં.',
  },
  enrol: {
    notAdded: 'તે ન ઉમેરાયું',
    addApp: 'ઍપ સેટ કરો',
    scan: 'આ કોડ તમારી ઑથેન્ટિકેટર ઍપથી સ્કૅન કરો, પછી તે બતાવે તે છ આંકડા લખો.',
    codeAlt: 'ઑથેન્ટિકેટર ઍપ માટે ક્યૂઆર કોડ',
    secret: 'અથવા આ કી ઍપમાં લખો',
    code: 'ઍપનો કોડ',
    confirm: 'પાકું કરો',
    codeWrong: 'છ આંકડા, જેમ ઍપ હમણાં બતાવે છે.',
    appAdded: 'ઑથેન્ટિકેટર ઍપ સેટ થઈ.',
  },
};
