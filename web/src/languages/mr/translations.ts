import type { Translations } from '@/lib/language';
import { accounts } from './accounts';
import { app } from './app';
import { booking } from './booking';
import { closures } from './closures';
import { history } from './history';
import { home } from './home';
import { info } from './info';
import { privacy } from './privacy';
import { profile } from './profile';
import { refundPolicy } from './refund-policy';
import { server } from './server';
import { shared } from './shared';
import { terms } from './terms';

/** The players' app in Marathi, by the names of its catalogues. */
export const translations: Translations = {
  ...app,
  ...shared,
  ...home,
  ...booking,
  ...accounts,
  ...profile,
  ...history,
  ...closures,
  ...info,
  privacy,
  refundPolicy,
  terms,
  server,
};
