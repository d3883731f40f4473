import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage, type Translations } from '@/lib/language';
import { deferred } from '@/testing/deferred';
import { button, open, prepareEach } from './closing-courts.test-kit';

const translated = deferred<Translations>();
vi.mock('@/desk/lib/part-files', () => ({ loadPart: () => translated.promise }));

// Loaded before, so that only the translations are waited for.
await import('@/desk/close-courts/ClosingRow');

prepareEach();
afterEach(() => setLanguage('en'));

test('the head of a row is named in the language of the desk, also if its translations come after its code', async () => {
  setLanguage('hi');
  open({}, '?mode=rain');
  await screen.findByRole('grid');
  await act(() => vi.dynamicImportSettled());
  translated.resolve({ close: { closeCourt: (court: string) => `${court} बंद करें` } });
  expect(await button('Court 2 बंद करें')).toBeTruthy();
});
