import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '@/lib/language';
import { everyLanguage } from '@/languages/every-language';
import { inPlayersLanguage, serverMessage } from './server-messages';

afterEach(() => setLanguage('en'));

test('a message is translated by its code, with its parameters, and shown as it came when the code is not known', () => {
  setLanguage('hi', { server: { waiting: '{of} में से {turn} रुकिए।' } });
  expect(serverMessage('waiting', { turn: 7, of: 1200 })).toBe('1200 में से 7 रुकिए।');
  expect(serverMessage('other')).toBeUndefined();
  const reply = { error: 1, message: 'Something else.', code: 'other', params: {} };
  expect(inPlayersLanguage(reply)).toEqual(reply);
});

test('an answer keeps everything but its message, and in English that too', () => {
  const reply = { error: 1, message: 'Invalid coupon code.', code: 'bad_coupon', params: {} };
  expect(inPlayersLanguage(reply)).toEqual(reply);
  setLanguage('gu', { server: { bad_coupon: 'કૂપન કોડ ખોટો છે.', 'bad_coupon.missing': 'કૂપન કોડ નાખો.' } });
  expect(inPlayersLanguage(reply)).toEqual({ ...reply, message: 'કૂપન કોડ ખોટો છે.' });
  const missing = { ...reply, params: { reason: 'missing' } };
  expect(inPlayersLanguage(missing)).toEqual({ ...missing, message: 'કૂપન કોડ નાખો.' });
  expect(inPlayersLanguage([1, 2])).toEqual([1, 2]);
  expect(inPlayersLanguage(null)).toBeNull();
});

test('a cancellation cut-off reads right in every language, also if it is not whole hours', () => {
  const late = (language: 'hi' | 'gu' | 'mr', cutoff_minutes: number) => {
    setLanguage(language, everyLanguage[language]);
    return serverMessage('too_late', { cutoff_minutes });
  };
  expect(late('hi', 90)).toBe('ऑनलाइन कैंसल करने का समय निकल गया: यह शुरू होने से 1 घंटा 30 मिनट पहले तक ही हो सकता है।');
  expect(late('hi', 360)).toBe('ऑनलाइन कैंसल करने का समय निकल गया: यह शुरू होने से 6 घंटे पहले तक ही हो सकता है।');
  expect(late('hi', 45)).toContain('शुरू होने से 45 मिनट पहले');
  expect(serverMessage('too_late', { reason: 'begun' }), 'until the start').toContain('खेल शुरू होने तक');
  expect(late('mr', 90)).toContain('सुरू होण्याच्या 1 तास 30 मिनिटे आधीपर्यंतच');
  expect(late('gu', 90)).toContain('શરૂ થવાના 1 કલાક 30 મિનિટ પહેલાં');
});

test('money is written in rupees', () => {
  setLanguage('hi', everyLanguage.hi);
  expect(serverMessage('coupon_minimum', { minimum_paise: 120_000 })).toBe(
    'इस कूपन के लिए कुल कम से कम ₹1,200 होना चाहिए।',
  );
});
