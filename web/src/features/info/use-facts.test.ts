import { afterEach, expect, test } from 'vitest';
import { everyLanguage } from '@/languages/every-language';
import { setLanguage } from '@/lib/language';
import { config } from '@/testing/stand-in-server';
import { factsWith } from './content/facts';
import { fillIn } from './content/fill-in';
import { refundPolicy } from './content/refund-policy';
import { operatorFacts } from './use-facts';

afterEach(() => setLanguage('en'));

test('a cut-off and a hold are lengths of time, also if they are no whole hours or minutes', () => {
  const odd = () => operatorFacts({ ...config, cancel_cutoff_minutes: 100, hold_seconds: 45 });
  expect(odd()).toMatchObject({
    cancel_time: '1 hour 40 minutes',
    cancel_before: 'more than 1 hour 40 minutes before the start',
    hold_time: '45 seconds',
  });
  expect(operatorFacts(config)).toMatchObject({ cancel_time: '6 hours', hold_time: '10 minutes' });
  for (const [language, time, hold] of [
    ['hi', '1 घंटा 40 मिनट', '45 सेकंड'],
    ['gu', '1 કલાક 40 મિનિટ', '45 સેકંડ'],
    ['mr', '1 तास 40 मिनिटे', '45 सेकंद'],
  ] as const) {
    setLanguage(language, everyLanguage[language]);
    expect(odd()).toMatchObject({ cancel_time: time, hold_time: hold });
    expect(odd().cancel_before).toContain(time);
  }
});

test('without a cut-off a booking can be cancelled until the start, and no time is named', () => {
  const facts = operatorFacts({ ...config, cancel_cutoff_minutes: 0 });
  expect(facts).toMatchObject({ cancel_time: null, cancel_before: 'before the start' });
  const text = JSON.stringify(fillIn(refundPolicy, factsWith(facts)));
  expect(text).toContain('You cancel before the start');
  expect(text).not.toMatch(/Less than|Exactly|\b0 hours/);
});
