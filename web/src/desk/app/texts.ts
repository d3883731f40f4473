import { catalogue } from '@/lib/language';

/** The frame of the desk: its entries, and what can go wrong with a whole screen. */
export const deskTexts = catalogue('desk', {
  skipToContent: 'Skip to content',
  navigation: 'Desk',
  board: 'Board',
  checkIn: 'Check in',
  money: 'Money',
  players: 'Players',
  prices: 'Prices',
  reports: 'Reports',
  setUp: 'Set-up',
  lock: 'Lock',
  loading: 'Just a moment…',
  errorTitle: 'That went wrong',
  errorText: 'Something broke on this screen. Nothing that was saved is lost.',
  notFoundTitle: 'Nothing here',
  notFoundText: 'This address belongs to no screen of the desk.',
  failedTitle: 'The desk did not load',
  tryAgain: 'Try again',
  toBoard: 'To the board',
  signedOut: 'You are signed out. Sign in to go on where you were.',
});
