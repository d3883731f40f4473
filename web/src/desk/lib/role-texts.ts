import { catalogue } from '@/lib/language';

/** The names of the roles of staff. */
export const roleTexts = catalogue('role', { owner: 'Owner', manager: 'Manager', desk: 'Desk' });
