import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { currentLanguage, setLanguage, setTranslationLoader, type Translations } from '@/lib/language';
import { deferred } from '@/testing/deferred';
import { toasts } from '@/testing/toasts';
import { LanguageSwitch } from './LanguageSwitch';

afterEach(() => {
  cleanup();
  setLanguage('en');
  localStorage.clear();
});

test('a language chosen while another one loads is the one that is shown', async () => {
  const hindi = deferred<Translations>();
  setTranslationLoader((language) => (language === 'hi' ? hindi.promise : Promise.resolve({})));
  const user = userEvent.setup();
  render(<LanguageSwitch />);
  await user.click(screen.getByRole('button', { name: 'हिन्दी' }));
  expect(screen.getByRole('group').getAttribute('aria-busy')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'ગુજરાતી' }));
  await waitFor(() => expect(currentLanguage()).toBe('gu'));
  hindi.resolve({});
  await waitFor(() => expect(screen.getByRole('group').getAttribute('aria-busy')).toBe('false'));
  expect(currentLanguage()).toBe('gu');
  expect(screen.getByRole('button', { name: 'ગુજરાતી', pressed: true })).toBeTruthy();
});

test('a language that does not load is reported, unless another one was chosen meanwhile', async () => {
  let fail: (cause: Error) => void = () => undefined;
  setTranslationLoader(() => new Promise((_, reject) => (fail = reject)));
  const user = userEvent.setup();
  render(<LanguageSwitch />);
  const group = screen.getByRole('group');
  await user.click(screen.getByRole('button', { name: 'हिन्दी' }));
  await user.click(screen.getByRole('button', { name: 'English' }));
  fail(new Error('no network'));
  await waitFor(() => expect(group.getAttribute('aria-busy')).toBe('false'));
  expect(toasts()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'हिन्दी' }));
  fail(new Error('no network'));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]?.text).toContain('did not load');
  // It stays on the pages before the sign-in.
  expect(toasts()[0]?.isForAnyone).toBe(true);
});
