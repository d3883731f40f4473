import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChangeTexts, Watched } from './changes';
import { useChanges } from './use-changes';

const texts: ChangeTexts = { taken: (names) => `${names} taken.`, freed: (names) => `${names} free.` };

const seven = (isFree: boolean): Watched => ({ id: '7:00 PM', name: '7:00 PM', isFree });

test('what has just changed on one day is not highlighted on another day', () => {
  const { result, rerender } = renderHook(({ day, hours }) => useChanges(day, hours, texts), {
    initialProps: { day: '2026-11-22', hours: [seven(true)] },
  });
  rerender({ day: '2026-11-22', hours: [seven(false)] });
  expect([...result.current.changed]).toEqual(['7:00 PM']);
  rerender({ day: '2026-11-23', hours: [seven(true)] });
  expect([...result.current.changed]).toEqual([]);
});
