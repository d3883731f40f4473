import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('the policies name the bank charge of a cancellation, and none if nothing is kept', () => {
  const policies = (charge: number) => {
    const facts = factsWith(operatorFacts({ ...config, bank_charge: charge }));
    return [refundPolicy, terms].map((page) => JSON.stringify(fillIn(page, facts)));
  };
  const whole = '"Cancelled more than 6 hours before the start: a full, 100% refund of what you paid."';
  for (const text of policies(30)) {
    expect(text).toMatch(/a full, 100% refund of what you paid[^"]*₹30/);
    expect(text).not.toContain(whole);
  }
  for (const text of policies(0)) {
    expect(text).toContain(whole);
    expect(text).not.toMatch(/₹0|bank’s charge|bank keeps/);
  }
  expect(policies(0)[0]).toContain('["You cancel more than 6 hours before the start","All you paid"]');
  for (const language of ['hi', 'gu', 'mr'] as const) {
    setLanguage(language, everyLanguage[language]);
    for (const text of policies(30)) expect(text).toMatch(/100%[^"]*₹30/);
    for (const text of policies(0)) {
      expect(text).toContain('100%');
      expect(text).not.toMatch(/₹0|₹30/);
    }
  }
});

test('the terms name what a damaged paddle costs, if it costs something', () => {
  const fees = (fee: number) => {
    const facts = factsWith(operatorFacts({ ...config, brand: { ...config.brand, paddle_fee: fee } }));
    return /A damaged paddle[^"]*/.exec(JSON.stringify(fillIn(terms, facts)))?.[0];
  };
  expect(fees(2500)).toBe('A damaged paddle costs ₹2,500.');
  expect(fees(0)).toBeUndefined();
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

test('the policies say each part of what was paid that a closure may give back of a game that has begun, and promise all before it', () => {
  const { components } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../openapi.desk.json'), 'utf8'),
  ) as { components: { schemas: { RunningGames: { enum: string[] } } } };
  const words = {
    en: { all: /all or half/, half: /all or half/, nothing: /to the end/, before: /^Before your game begins.*in full/ },
    hi: { all: /पूरा या आधा/, half: /पूरा या आधा/, nothing: /अंत तक/, before: /^आपका गेम शुरू होने से पहले.*पूरा रिफ़ंड/ },
    gu: { all: /પૂરું કે અડધું/, half: /પૂરું કે અડધું/, nothing: /અંત સુધી/, before: /^તમારી ગેમ શરૂ થાય તે પહેલાં.*પૂરું રિફંડ/ },
    mr: { all: /सर्व किंवा अर्धी/, half: /सर्व किंवा अर्धी/, nothing: /शेवटपर्यंत/, before: /^तुमचा गेम सुरू होण्याआधी.*पूर्ण परतावा/ },
  };
  const promised = ({ all, half, nothing }: (typeof words)['en']): Record<string, RegExp> => ({ all, half, nothing });
  for (const language of ['en', 'hi', 'gu', 'mr'] as const) {
    setLanguage(language, language === 'en' ? undefined : everyLanguage[language]);
    const facts = factsWith(operatorFacts({ ...config, closure_offer_hours: 36 }));
    const policy = fillIn(refundPolicy, facts).sections;
    const closed = policy.find(({ id }) => id === 'we-cancel');
    const body = JSON.stringify(closed?.body);
    const table = JSON.stringify(policy.find(({ id }) => id === 'at-a-glance')?.body);
    const short = JSON.stringify(fillIn(terms, facts).sections.find(({ id }) => id === 'cancelling')?.body);
    // A new part that the desk may give back needs a sentence.
    expect(components.schemas.RunningGames.enum).toEqual(Object.keys(promised(words[language])));
    for (const part of Object.values(promised(words[language]))) {
      for (const text of [body, table.toLowerCase(), short]) expect(text).toMatch(part);
    }
    // The promise of all that was paid is about games that have not begun.
    const sentences = closed?.body.flatMap((block) => ('text' in block ? block.text : [])) ?? [];
    expect(sentences.filter((sentence) => words[language].before.test(sentence))).toHaveLength(1);
  }
});
