import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  chooseLanguage,
  currentLanguage,
  rememberedLanguage,
  setLanguage,
  setTranslationLoader,
  type Translations,
} from '@/lib/language';
import { deferred } from '@/testing/deferred';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { LanguageOffer } from './LanguageOffer';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['hi-IN', 'en']);
  setTranslationLoader(() => Promise.resolve({}));
});
afterEach(() => {
  cleanup();
  setLanguage('en');
  vi.restoreAllMocks();
});

test.each([
  ['हिन्दी में देखें', 'hi'],
  ['Keep English', 'en'],
] as const)('%s is stored, and the focus goes to the beginning of the page', async (answer, language) => {
  render(
    <>
      <main id="content" tabIndex={-1} />
      <LanguageOffer />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect([currentLanguage(), rememberedLanguage()]).toEqual([language, language]);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a field that is typed in while the language loads keeps the focus', async () => {
  const loading = deferred<Translations>();
  setTranslationLoader(() => loading.promise);
  render(
    <>
      <main id="content" tabIndex={-1}>
        <input />
      </main>
      <LanguageOffer />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'हिन्दी में देखें' }));
  await userEvent.click(screen.getByRole('textbox'));
  loading.resolve({});
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('an answered offer does not come again', () => {
  localStorage.setItem('language', 'en');
  render(<LanguageOffer />);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('the offer disappears for good if another language is chosen elsewhere', async () => {
  render(<LanguageOffer />);
  expect(screen.getByRole('complementary')).toBeTruthy();
  await act(() => chooseLanguage('mr'));
  expect(screen.queryByRole('complementary')).toBeNull();
  await act(() => chooseLanguage('en'));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('the offer disappears if English, which is shown already, is chosen elsewhere', async () => {
  render(
    <>
      <LanguageOffer />
      <LanguageSwitch />
    </>,
  );
  expect(screen.getByRole('complementary')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(rememberedLanguage()).toBe('en');
});
