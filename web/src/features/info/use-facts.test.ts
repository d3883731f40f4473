import { afterEach, expect, test } from 'vitest';
import { everyLanguage } from '@/languages/every-language';
import { setLanguage } from '@/lib/language';
import { config } from '@/testing/stand-in-server';
import { factsWith } from './content/facts';
import { fillIn } from './content/fill-in';
import { refundPolicy } from './content/refund-policy';
import { terms } from './content/terms';
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

test('the policies name the choice after a closure and its time, if there is one', () => {
  const policies = (hours: number) => {
    const facts = factsWith(operatorFacts({ ...config, closure_offer_hours: hours }));
    return [refundPolicy, terms].map((page) => JSON.stringify(fillIn(page, facts)));
  };
  const choice = /choose another court or hour instead[^"]* within 36 hours/;
  for (const text of policies(36)) expect(text).toMatch(choice);
  expect(policies(36)[0]).toContain('We close the court, and you choose another hour within 36 hours');
  for (const text of policies(0)) {
    expect(text).not.toMatch(/another court or hour|another hour/);
    expect(text).toMatch(/refunded in full|a full refund, with no charge/);
  }
  for (const [language, time] of [
    ['hi', '36 घंटे'],
    ['gu', '36 કલાક'],
    ['mr', '36 तास'],
  ] as const) {
    setLanguage(language, everyLanguage[language]);
    for (const text of policies(36)) expect(text).toContain(time);
    for (const text of policies(0)) expect(text).not.toContain(time);
  }
});
