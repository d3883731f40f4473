import { afterEach, expect, test } from 'vitest';
import { currentLanguage, setLanguage, switchLanguage, translationsOf } from '@/lib/language';
import { loadTranslations, startLanguage } from './start-language';

afterEach(() => {
  setLanguage('en');
  localStorage.clear();
  history.replaceState(null, '', '/');
});

test('a screen that is opened by its address has all texts from the start', async () => {
  history.replaceState(null, '', '/desk/refunds');
  const texts = await loadTranslations('hi');
  expect(Object.keys(texts)).toEqual(expect.arrayContaining(['board', 'refunds', 'players', 'staff']));
});

test('the board starts without the texts of other screens, which come by themselves', async () => {
  history.replaceState(null, '', '/desk/v/1/board');
  localStorage.setItem('language', 'gu');
  await startLanguage();
  expect(currentLanguage()).toBe('gu');
  expect(translationsOf('board')).toBeDefined();
  await expect.poll(() => translationsOf('refunds')).toBeDefined();
  await switchLanguage('en');
  expect(translationsOf('refunds')).toBeUndefined();
});
