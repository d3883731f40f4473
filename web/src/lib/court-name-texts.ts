import { catalogue } from './language';

/** How a numbered court is called; the server tells the name in English, "Court 3". */
export const courtNameTexts = catalogue('courtName', { numbered: (number: string) => `Court ${number}` });
