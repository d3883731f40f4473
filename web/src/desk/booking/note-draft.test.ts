import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { keepPersonalStoresOf } from '@/desk/lib/personal-store';
import { dropDraftOf, dropDrafts, dropSavedDraft, useNoteDraft, writeDraft } from './note-draft';

const ORDER = '4820193756';
const OTHER = '4820193757';

beforeEach(dropDrafts);

test('each booking has a draft of its own', () => {
  const { result } = renderHook(() => [useNoteDraft(ORDER)?.text, useNoteDraft(OTHER)?.text]);
  act(() => writeDraft({ order: ORDER, about: 'player', text: 'Pays late' }));
  act(() => writeDraft({ order: OTHER, about: 'booking', text: 'Four rackets' }));
  expect(result.current).toEqual(['Pays late', 'Four rackets']);
  act(() => dropDraftOf(OTHER));
  expect(result.current).toEqual(['Pays late', undefined]);
  act(() => dropDrafts());
  expect(result.current).toEqual([undefined, undefined]);
});

test('a saved note removes its draft, unless that was changed meanwhile', () => {
  const { result } = renderHook(() => useNoteDraft(ORDER)?.text);
  act(() => writeDraft({ order: ORDER, about: 'player', text: ' Pays  late, by card' }));
  act(() => dropSavedDraft(ORDER, { about: 'player', text: 'Pays late' }));
  act(() => dropSavedDraft(ORDER, { about: 'booking', text: 'Pays late, by card' }));
  expect(result.current).toBe(' Pays  late, by card');
  act(() => dropSavedDraft(ORDER, { about: 'player', text: 'Pays late, by card' }));
  expect(result.current).toBeUndefined();
});

test('the next person on the same device does not read the draft of the one before', () => {
  keepPersonalStoresOf('12');
  const { result } = renderHook(() => useNoteDraft(ORDER)?.text);
  act(() => writeDraft({ order: ORDER, about: 'player', text: 'Pays late' }));
  act(() => keepPersonalStoresOf('12'));
  expect(result.current).toBe('Pays late');
  act(() => keepPersonalStoresOf('13'));
  expect(result.current).toBeUndefined();
});
