import { catalogue } from '@/lib/language';

/** The form that gives a phone number to the booking of a guest who had none. */
export const addNumberTexts = catalogue('addNumber', {
  open: 'Add a number',
  phone: 'Mobile number',
  name: 'Name, if the number is new',
  save: 'Save the number',
  cancel: 'Do not add it',
  phoneWrong: 'Ten digits, like 98250 41736',
  nameWrong: 'A name of at least 3 letters, like Rohan',
  nameMissing: 'This number is new. Type the name, too.',
  hint: 'The booking, and all that was booked with it, goes to the player with this number, who is told of games ahead. This cannot be undone.',
  addAllTheSame: 'The player with this number is blocked. Add the number all the same.',
  failed: 'The number was not added',
  offline: 'Not connected. A number needs the server.',
  done: (name: string) => `The booking belongs to ${name} now.`,
});
