import type * as firmFile from '@/desk/pay/firm-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Invoices to firms, in Gujarati. */
export const deskFirm: CataloguesOf<typeof firmFile> = {
  firm: {
    choose: 'પેઢીના નામે ઇન્વૉઇસ',
    name: 'પેઢીનું નામ',
    nameMissing: 'નામ, જેમ પેઢી નોંધાયેલી છે',
    gstin: 'GSTIN (જીએસટી નંબર)',
    address: 'સરનામું, જો પેઢીને જોઈએ',
    tooLong: 'વધુમાં વધુ 200 અક્ષર',
    mistakes: {
      length: 'GSTINમાં 15 અક્ષર અને અંક હોય છે',
      form: 'GSTIN આવો હોય છે: 27AAPFU0939F1ZV – બે અંક, પાન, પછી બીજા ત્રણ અક્ષર',
      state: 'GSTIN રાજ્યના નંબરથી શરૂ થાય છે, 01થી 38 સુધી, અથવા 97 કે 99',
      check: 'કોઈ અક્ષર ખોટો છે: છેલ્લો અક્ષર બાકીના સાથે મળતો નથી',
    },
    title: (amount) => `પેઢીના નામે ઇન્વૉઇસ, ${amount}`,
    what: 'જૂની રસીદ પૂરી ક્રેડિટ થાય છે અને નવી પેઢીના નામે બને છે. રકમ એ જ રહે છે.',
    issue: 'ઇન્વૉઇસ બનાવો',
    keep: 'હમણાં નહીં',
    failed: 'ઇન્વૉઇસ બન્યું નથી',
    issued: (number, credited) => `ઇન્વૉઇસ ${number} બની ગયું; અગાઉની રસીદ માટે ક્રેડિટ નોટ ${credited}.`,
  },
};
