import type * as addNumberFile from '@/desk/booking/add-number-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Adding the number of a guest, in Gujarati. */
export const deskAddNumber: CataloguesOf<typeof addNumberFile> = {
  addNumber: {
    open: 'નંબર ઉમેરો',
    phone: 'મોબાઇલ નંબર',
    name: 'નામ, જો નંબર નવો હોય',
    save: 'નંબર સાચવો',
    cancel: 'નંબર ન ઉમેરો',
    phoneWrong: 'દસ આંકડા, જેમ કે 98250 41736',
    nameWrong: 'ઓછામાં ઓછા 3 અક્ષરનું નામ, જેમ કે રોહન',
    nameMissing: 'આ નંબર નવો છે. નામ પણ લખો.',
    hint: 'બુકિંગ, અને તેની સાથે બુક કરેલું બધું, આ નંબરવાળા ખેલાડીનું થશે, અને આવનારી રમતોનો સંદેશ તેમને જશે. આ પાછું નહીં લઈ શકાય.',
    addAllTheSame: 'આ નંબરવાળા ખેલાડી બ્લોક છે. છતાં નંબર ઉમેરો.',
    failed: 'નંબર ઉમેરાયો નથી',
    offline: 'કનેક્શન નથી. નંબર માટે સર્વર જોઈએ.',
    done: (name) => `બુકિંગ હવે ${name}નું છે.`,
  },
};
