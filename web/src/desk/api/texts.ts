import { catalogue } from '@/lib/language';

/** What the server's refusals say, by their `code`. */
export const problemTexts = catalogue('problem', {
  signed_out: 'You are signed out. Sign in to go on.',
  not_allowed: 'Your role does not allow this. Ask a manager.',
  must_enrol: 'Set up an authenticator app first.',
  link_unknown: 'This link was used before, has expired, or is incomplete. Ask for a new one.',
  wrong_code: 'That number and code do not belong together. Use the newest code of your app.',
  throttled: 'Too many tries. Wait a little before the next one.',
  wrong_state: 'This booking can no longer be changed like that.',
  players_are_here: 'The players are here. Move them to another court of the same hour.',
  too_early: 'The game has not begun. Wait for its start.',
  changed_meanwhile: 'Somebody changed this booking meanwhile.',
  not_found: 'This does not exist, or belongs to another venue.',
  last_key: 'This is the only way you can sign in. Add another one first.',
  slot_taken: 'Somebody else has just taken this hour. Choose another one.',
  hour_over: 'This hour is over. Choose a later one.',
  not_for_sale: 'This hour is not for sale. Choose another one.',
  too_far_ahead: 'This day is more than a month ahead. Choose an earlier one.',
  price_changed: 'The price has changed. Tell the player the new one.',
  refund_changed: 'Another amount goes back by now. Look at it again.',
  undo_over: 'It is too late to undo this booking, or somebody has changed it.',
  invalid: 'Something in the form is not right.',
  unavailable: 'The server is busy. Please try again in a moment.',
});
