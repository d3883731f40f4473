import { expect, test } from 'vitest';
import { closureMessage, momentInEnglish } from './player-message';

const message = (until: string | null, paid_paise: number, back_paise = paid_paise) =>
  closureMessage('Riverside Arena', 'Court 1 on Sun, 22 Nov, 7 PM', { until, paid_paise, back_paise });

test('a player with an offer chooses until its end', () => {
  expect(message('Mon 6:24 PM', 100_000)).toBe(
    'Sorry, Riverside Arena closed Court 1 on Sun, 22 Nov, 7 PM. Choose another hour, or your money if you paid, by Mon 6:24 PM.',
  );
});

test('a player without an offer reads what goes back: all, a part, or why nothing does', () => {
  expect(message(null, 100_000)).toMatch(/7 PM\. Your money goes back to you\.$/);
  expect(message(null, 100_000, 50_000)).toMatch(/7 PM\. ₹500 goes back to you\.$/);
  expect(message(null, 40, 0)).toMatch(
    /7 PM\. Nothing of the ₹0\.40 that was paid comes back: it was rounded off in cash, or is too little to be sent\.$/,
  );
  expect(message(null, 0)).toMatch(/7 PM\. Nothing was paid yet, so there is nothing to send back\.$/);
});

test('the end of an offer is named by its date if it is a week ahead, like in the text message', () => {
  expect(momentInEnglish('2026-11-23', 1104, '2026-11-22')).toBe('Mon 6:24 PM');
  expect(momentInEnglish('2026-11-28', 1140, '2026-11-22')).toBe('Sat 7:00 PM');
  expect(momentInEnglish('2026-11-29', 1140, '2026-11-22')).toBe('Sun, 29 Nov, 7:00 PM');
});
