import { afterEach, describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { courtName } from './court-name';
import { cardDay, longDay, dayForScreenReaders, timeText } from './dates';
import {
  catalogue,
  chooseLanguage,
  currentLocale,
  languageToOffer,
  plural,
  rememberedLanguage,
  setLanguage,
  setTranslationLoader,
  type Translations,
} from './language';
import { rupees } from './money';

const texts = catalogue('sample', {
  title: 'Title',
  count: (n: number) => `${n} courts`,
  inner: { deep: 'Deep', list: ['a', 'b'] },
});

afterEach(() => {
  setLanguage('en');
  localStorage.clear();
});

describe('a catalogue', () => {
  test('is in English until a language is set', () => {
    expect([texts.title, texts.count(3), texts.inner.deep, texts.inner.list.join()]).toEqual([
      'Title',
      '3 courts',
      'Deep',
      'a,b',
    ]);
  });

  test('looks each text up when it is read, also through a part that was kept', () => {
    const { inner } = texts;
    setLanguage('hi', { sample: { title: 'शीर्षक', count: (n: number) => `${n} कोर्ट`, inner: { list: ['अ', 'ब'] } } });
    expect([texts.title, texts.count(3), inner.list.join()]).toEqual(['शीर्षक', '3 कोर्ट', 'अ,ब']);
  });

  test('falls back to English for a text that the language lacks', () => {
    setLanguage('gu', { sample: { title: 'શીર્ષક' } });
    expect([texts.title, texts.count(2), texts.inner.deep]).toEqual(['શીર્ષક', '2 courts', 'Deep']);
  });
});

describe('money, days and courts', () => {
  test('read alike in every language: Latin digits, grouped as in India', () => {
    for (const language of ['en', 'hi', 'gu', 'mr'] as const) {
      setLanguage(language);
      expect([rupees(800), rupees(799.5), rupees(100000)]).toEqual(['₹800', '₹799.50', '₹1,00,000']);
      expect(longDay('2026-11-22')).toMatch(/22 .* 2026$/);
      expect(timeText(1140)).toBe('7:00 PM');
    }
  });

  test('have their names in the language', () => {
    setLanguage('hi', { courtName: { numbered: (n: string) => `कोर्ट ${n}` } });
    expect(currentLocale()).toBe('hi-IN-u-nu-latn');
    expect(dayForScreenReaders('2026-11-22')).toBe('रविवार, 22 नवंबर');
    expect(cardDay('Sun, 22 Nov 2026')).toBe(longDay('2026-11-22'));
    expect(cardDay('22 Nov 2026')).toMatch(/^22 नव\S* 2026$/);
    expect([courtName('Court 3'), courtName('Centre Court')]).toEqual(['कोर्ट 3', 'Centre Court']);
  });

  test('in English are the specification’s', () => {
    expect([cardDay('22 Nov 2026'), courtName('Court 3'), cardDay('N/A')]).toEqual(['22 Nov 2026', 'Court 3', 'N/A']);
  });
});

test('the plural is the language’s own: Hindi counts zero as one, English does not', () => {
  const forms = { one: 'one', other: 'other' };
  expect([plural(0, forms), plural(1, forms), plural(2, forms)]).toEqual(['other', 'one', 'other']);
  setLanguage('hi');
  expect([plural(0, forms), plural(1, forms), plural(2, forms)]).toEqual(['one', 'one', 'other']);
});

describe('a choice', () => {
  test('loads the language, switches to it, and is stored for this browser and for the server', async () => {
    setTranslationLoader(() => Promise.resolve({ sample: { title: 'शीर्षक' } }));
    await chooseLanguage('mr');
    expect(texts.title).toBe('शीर्षक');
    expect(document.documentElement.lang).toBe('mr-IN');
    expect(rememberedLanguage()).toBe('mr');
    expect(document.cookie).toContain('language=mr');
  });

  test('that does not load changes nothing', async () => {
    setTranslationLoader(() => Promise.reject(new Error('offline')));
    await expect(chooseLanguage('hi')).rejects.toThrow('offline');
    expect([texts.title, rememberedLanguage()]).toEqual(['Title', null]);
  });

  test.each([
    ['before', ['hi', 'gu']],
    ['after', ['gu', 'hi']],
  ] as const)('is overtaken by a later one, also if it loads %s that one', async (_, order) => {
    const loading = { hi: deferred<Translations>(), gu: deferred<Translations>() };
    setTranslationLoader((language) => loading[language === 'hi' ? 'hi' : 'gu'].promise);
    const choices = { hi: chooseLanguage('hi'), gu: chooseLanguage('gu') };
    for (const language of order) {
      loading[language].resolve({ sample: { title: language } });
      await choices[language];
      expect(texts.title).not.toBe('hi');
    }
    expect([texts.title, rememberedLanguage()]).toEqual(['gu', 'gu']);
  });
});

test('a language is offered only when it is the browser’s first and not English', () => {
  expect(languageToOffer(['hi-IN', 'en'])).toBe('hi');
  expect(languageToOffer(['gu'])).toBe('gu');
  expect(languageToOffer(['en-IN', 'hi-IN'])).toBeNull();
  expect(languageToOffer(['ta-IN'])).toBeNull();
  expect(['hif-FJ', 'hil', 'guz-KE'].map((code) => languageToOffer([code]))).toEqual([null, null, null]);
  expect(languageToOffer([])).toBeNull();
});
