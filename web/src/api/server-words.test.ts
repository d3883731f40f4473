import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '@/lib/language';
import { inPlayersWords, serverWords } from './server-words';

afterEach(() => setLanguage('en'));

test('a sentence of the server is translated when it is known, with its numbers, and shown as it came when not', () => {
  setLanguage('hi', { server: { 'Wait # of #.': '# में से # रुकिए।' } });
  expect(serverWords('Wait 7 of 1,200.')).toBe('7 में से 1,200 रुकिए।');
  expect(serverWords('Something else.')).toBe('Something else.');
});

test('an answer keeps everything but its message, and in English that too', () => {
  const reply = { error: 1, message: 'Invalid OTP', code: 'wrong_code' };
  expect(inPlayersWords(reply)).toEqual(reply);
  setLanguage('gu', { server: { 'Invalid OTP': 'OTP ખોટો છે' } });
  expect(inPlayersWords(reply)).toEqual({ error: 1, message: 'OTP ખોટો છે', code: 'wrong_code' });
  expect(inPlayersWords([1, 2])).toEqual([1, 2]);
  expect(inPlayersWords(null)).toBeNull();
});
