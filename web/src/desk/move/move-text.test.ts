import { expect, test } from 'vitest';
import { ghostText, spokenTarget } from './move-text';

const cell = { kind: 'free', minute: 1200, court: { id: 24, name: 'Court 4' } } as unknown as Parameters<
  typeof ghostText
>[0];
const target = (difference_paise: number | null) =>
  ({ obstacle: null, difference_paise }) as unknown as Parameters<typeof ghostText>[1];

test.each([
  [0, '8 PM · Court 4 · +₹0', 'Court 4, 8 PM, costs the same'],
  [20_000, '8 PM · Court 4 · +₹200', 'Court 4, 8 PM, ₹200 more'],
  [-20_000, '8 PM · Court 4 · −₹200', 'Court 4, 8 PM, ₹200 less'],
  [null, '8 PM · Court 4', 'Court 4, 8 PM'],
])('a difference of %s paise is shown and spoken, and one that is not known is left out', (paise, shown, spoken) => {
  expect(ghostText(cell, target(paise))).toBe(shown);
  expect(spokenTarget(cell, target(paise))).toBe(spoken);
});
