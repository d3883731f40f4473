import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

/** The holds as a page knows them that the browser has opened in this way. */
async function openPage(type: NavigationTimingType) {
  vi.resetModules();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as unknown as PerformanceEntryList);
  return (await import('./made-holds')).madeHolds;
}

test('a tab knows the holds that it made, also after a reload', async () => {
  const before = await openPage('navigate');
  before.add('id-1');
  expect([before.has('id-1'), before.has('id-2')]).toEqual([true, false]);
  const after = await openPage('reload');
  after.add('id-2');
  expect([after.has('id-1'), after.has('id-2')]).toEqual([true, true]);
});

test.each(['navigate', 'back_forward'] as const)(
  'a duplicated tab, which begins by %s with a copy of the storage, made none of the holds',
  async (type) => {
    (await openPage('navigate')).add('id-1');
    expect((await openPage(type)).has('id-1')).toBe(false);
  },
);
