import { beforeEach, expect, test } from 'vitest';
import { recordsTexts } from '@/desk/records/texts';
import { refundsTexts } from '@/desk/refunds/texts';
import { currentLanguage, setLanguage, setTranslationLoader, switchLanguage, type Language } from '@/lib/language';
import { openedPartTranslations, openPart } from './part-translations';

const screen = () => Promise.resolve({ name: 'screen' });

beforeEach(() => {
  setLanguage('en');
  setTranslationLoader((language: Exclude<Language, 'en'>) => openedPartTranslations(language));
});

test('a part opens with its texts in the current language, and has them in one that is chosen later', async () => {
  setLanguage('hi');
  expect(await openPart(screen, 'refunds')).toEqual({ name: 'screen' });
  expect(refundsTexts.title).toMatch(/[\u0900-\u097f]/);
  await switchLanguage('gu');
  expect(refundsTexts.title).toMatch(/[\u0a80-\u0aff]/);
});

test('a part that is opened while a language is chosen does not cancel the choice', async () => {
  const chosen = switchLanguage('gu');
  const open = openPart(screen, 'records');
  expect(await chosen).toBe(true);
  await open;
  expect(currentLanguage()).toBe('gu');
  expect(recordsTexts.show).toMatch(/[\u0a80-\u0aff]/);
});

test('a part whose translations do not load is opened, and the language stays', async () => {
  setLanguage('mr');
  expect(await openPart(screen, 'none' as 'close-courts')).toEqual({ name: 'screen' });
  expect(currentLanguage()).toBe('mr');
});
