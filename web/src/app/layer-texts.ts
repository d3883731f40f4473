import { catalogue } from '@/lib/language';

/** Texts over and around any screen: loading, offline, session. */
export const layerTexts = catalogue('layer', {
  overlay: 'Working on it…',
  offline: "You're offline. What you see may be old, and you can book once you're back.",
  configText: 'The server did not answer. Check your connection, or try again in a moment.',
  sessionEnded: 'Your session has ended. Sign in again to go on.',
  tryAgain: 'Try again',
});
