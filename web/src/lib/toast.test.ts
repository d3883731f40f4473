import { beforeEach, expect, test, vi } from 'vitest';
import { forgetToasts, toasts, toastTexts } from '@/testing/toasts';
import { toast } from './toast';

beforeEach(forgetToasts);

test('a repeated message is shown once, as the newest', () => {
  toast.info('News');
  toast.error('It failed.');
  toast.info('News');
  expect(toastTexts()).toEqual(['It failed.', 'News']);
  toast.error('It failed.', 'Another title');
  expect(toastTexts()).toEqual(['It failed.', 'News', 'It failed.']);
});

test('the undo of an equal message about something else stays', () => {
  const undo = [vi.fn<() => void>(), vi.fn<() => void>()];
  for (const run of undo) toast.undoable('Rohan Mehta is checked in.', { label: 'Undo', key: 'Z', run }, 20_000);
  expect(toasts().map(({ action }) => action?.run)).toEqual(undo);
});
