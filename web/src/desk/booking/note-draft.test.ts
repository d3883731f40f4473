import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dropDraftOf, useNoteDraft, writeDraft } from './note-draft';

test('a saved note removes its own draft, and none that was begun at another booking meanwhile', () => {
  const { result } = renderHook(() => useNoteDraft('4820193757'));
  act(() => writeDraft({ order: '4820193757', about: 'player', text: 'Pays late' }));
  act(() => dropDraftOf('4820193756'));
  expect(result.current?.text).toBe('Pays late');
  act(() => dropDraftOf('4820193757'));
  expect(result.current).toBeNull();
});
