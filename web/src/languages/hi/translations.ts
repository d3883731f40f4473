import type { Translations } from '@/lib/language';
import { accounts } from './accounts';
import { app } from './app';
import { booking } from './booking';
import { history } from './history';
import { home } from './home';
import { profile } from './profile';
import { server } from './server';
import { shared } from './shared';

/** Everything that the app says in Hindi, by the names of its catalogues. */
export const translations: Translations = {
  ...app,
  ...shared,
  ...home,
  ...booking,
  ...accounts,
  ...profile,
  ...history,
  server,
};
