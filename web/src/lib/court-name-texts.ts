import { catalogue } from './language';

/** The name of a numbered court; the server returns it in English, "Court 3". */
export const courtNameTexts = catalogue('courtName', { numbered: (number: string) => `Court ${number}` });
