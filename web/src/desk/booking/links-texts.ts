import { catalogue } from '@/lib/language';

/** What leads from an opened booking to the lists of what happened. */
export const linksTexts = catalogue('links', {
  messages: 'Messages of this booking',
});
