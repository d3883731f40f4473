import { catalogue } from '@/lib/language';

/** Notes about a player or a game, in the panel of a booking. */
export const noteTexts = catalogue('note', {
  title: 'Notes',
  add: 'Note',
  text: 'What should colleagues know?',
  about: 'Show it',
  player: 'At all games of the player',
  booking: 'At this game',
  save: 'Save the note',
  cancel: 'Do not save',
  required: 'Write the note first',
  long: (most: number) => `At most ${most} characters`,
  failed: 'The note was not saved',
  offline: 'Not connected. Notes need the server.',
  keptOffline: 'Kept on this device, and sent when the connection is back.',
  saved: (name: string) => `Noted for ${name}.`,
  undo: 'Undo',
  undone: 'The note is gone again.',
  remove: (text: string) => `Remove the note “${text}”`,
  confirmRemove: 'Remove it',
  keep: 'Keep it',
  removed: 'The note is removed.',
  removeFailed: 'The note was not removed',
  by: (name: string, at: string) => `${name}, ${at}`,
  onlyHere: 'this game',
});
