import { catalogue } from '@/lib/language';

/** Texts of the shell: header, loading, errors. */
export const shellTexts = catalogue('shell', {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  home: 'Home',
  play: 'Play',
  aboutUs: 'About us',
  contactUs: 'Contact us',
  login: 'Login',
  profile: 'Your profile',
  openMenu: 'Menu',
  theme: 'Theme',
  themes: { system: 'Auto', light: 'Light', dark: 'Dark' },
  loading: 'Just a moment…',
  errorTitle: 'That went wrong',
  errorText: 'Something broke on this screen. Try again; your bookings are safe.',
  staleTitle: 'This screen did not load',
  staleText: 'The app was updated, or the network is away. Reload to go on.',
  tryAgain: 'Try again',
  reload: 'Reload',
  goHome: 'Go to homepage',
});
